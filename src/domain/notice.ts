export type NoticeIcon = 'success' | 'error' | 'info' | 'notice';

/** Milliseconds that a notice stays. */
export const noticeTimeouts = { error: 4000, default: 6000, login: 5000 } as const;
export const defaultNoticeIcon: NoticeIcon = 'notice';
