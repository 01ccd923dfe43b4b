import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

// Node ends a process with code 13 when nothing holds it and something is still awaited.
test('a process waits for hanging work and then goes on to its end', async () => {
  const program = `
    const { createTimetable } = await import('#server/base/every.ts');
    const timetable = createTimetable(() => {});
    timetable.every(3600, 'hangs', () => new Promise(() => {}));
    await timetable.stop();
    console.log('stopped');
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  expect([output.trim(), code]).toEqual(['stopped', 0]);
});
