/** What the keyboard does to a password without being seen: Caps Lock, or a Russian layout. */
interface PasswordKeys {
  isCaps: boolean;
  isRussian: boolean;
}

/** What a key tells; keys that are no letters say nothing of the layout. */
export function readKeys(event: KeyboardEvent, { isRussian }: PasswordKeys): PasswordKeys {
  const isLetter = /^\p{L}$/u.test(event.key);
  return {
    isCaps: event.getModifierState('CapsLock'),
    isRussian: isLetter ? /\p{Script=Cyrillic}/u.test(event.key) : isRussian,
  };
}

export const hintOf = ({ isCaps, isRussian }: PasswordKeys) =>
  [isCaps && 'Включён Caps Lock.', isRussian && 'Раскладка русская.'].filter(Boolean).join(' ');

/** What the button beside the password does next: its words, and the whole of its name. */
export function switchWords(isShown: boolean, label: string) {
  const action = isShown ? 'Скрыть' : 'Показать';
  return { action, name: `${action}: ${label.toLowerCase()}` };
}
