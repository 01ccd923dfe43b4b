export const msPerMinute = 60_000;
export const msPerHour = 3_600_000;
export const msPerDay = 86_400_000;
export const msPerWeek = 604_800_000;
export const secondsPerMinute = 60;
export const secondsPerHour = 3600;
export const secondsPerDay = 86_400;
export const secondsPerWeek = 604_800;
