/** The seven dialogs of the default layout, by id. */
export const dialogTitles = {
  login: 'Вход в личный кабинет',
  restore: 'Восстановление пароля',
  success: 'Готово',
  doctor: 'Регистрация врача',
  partner: 'Регистрация партнёра',
  confirm: 'Вы успешно зарегистрированы!',
  blocked: 'Сервис доступен только медицинскому специалисту!',
};
