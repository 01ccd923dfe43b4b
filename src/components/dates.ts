export * from '#domain/dates.ts';
