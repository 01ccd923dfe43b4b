/** What those read who may not work here. */
export function Refused({ isSignedIn, needsAdmin = false }: { isSignedIn: boolean; needsAdmin?: boolean }) {
  return (
    <>
      <h1>Редакция</h1>
      <p className="muted above-8">
        {needsAdmin
          ? 'Этот раздел открыт администраторам: в нём сведения о людях.'
          : isSignedIn
            ? 'Этот раздел открыт редакторам. Если вы редактор, попросите администратора проверить вашу роль.'
            : 'Войдите под учётной записью редактора.'}
      </p>
      {!isSignedIn && (
        <p className="desk-actions cluster gap-4">
          <a className="button" href="/profile/login/">
            Войти
          </a>
        </p>
      )}
    </>
  );
}
