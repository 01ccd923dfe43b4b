export type NoticeIcon = 'success' | 'error' | 'info' | 'notice';

/** How long a notice stays, in milliseconds. */
export const noticeTimeouts = { error: 4000, default: 6000, login: 5000 } as const;
export const defaultNoticeIcon: NoticeIcon = 'notice';
