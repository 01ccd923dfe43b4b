export * from '#domain/study.ts';
