export const addSeconds = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);
