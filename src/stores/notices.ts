import { atom } from 'nanostores';
import { escapeHtml } from '#domain/escape.ts';
import { defaultNoticeIcon, noticeTimeouts, type NoticeIcon } from '#domain/notice.ts';
import { $errors, clearErrors } from './errors.ts';

export interface NoticeButton {
  title: string;
  press(): void;
}

/** B136; `html` knows links, bold, italics and line breaks only (browser/markup.ts). */
export interface Notice {
  id: number;
  icon: NoticeIcon;
  title?: string | undefined;
  html?: string | undefined;
  /** Milliseconds; without it the time of the layout. */
  timeout?: number | undefined;
  buttons?: readonly NoticeButton[] | undefined;
  className?: string | undefined;
}

/** Newest last (B165). */
export const $notices = atom<readonly Notice[]>([]);

let count = 0;

export function addNotice(notice: Partial<Omit<Notice, 'id'>>): number {
  count += 1;
  $notices.set([...$notices.get(), { icon: defaultNoticeIcon, ...notice, id: count }]);
  return count;
}

export function removeNotice(id: number): void {
  $notices.set($notices.get().filter((notice) => notice.id !== id));
}

/** Errors that no component shows. */
$errors.listen((errors) => {
  if (errors.length === 0) return;
  for (const { message, customData } of errors)
    addNotice({
      icon: 'error',
      title: customData?.title,
      html: escapeHtml(message),
      timeout: noticeTimeouts.error,
    });
  clearErrors();
});
