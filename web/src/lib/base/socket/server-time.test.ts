import { describe, expect, it } from 'vitest';
import { ServerTime } from './server-time';

describe('the server’s time', () => {
  it('is never ahead of the server, and is based on the message with the lowest delay', () => {
    let local = 1000;
    const time = new ServerTime(() => local);
    const ahead = 5_000_000;
    for (const delayMs of [80, 20, 200]) {
      local += 1000;
      time.learn((local - delayMs) * 1000 + ahead);
    }
    expect(time.now()).toBe((local - 20) * 1000 + ahead);
  });

  it('ignores old messages', () => {
    let local = 0;
    const time = new ServerTime(() => local);
    time.learn(9_000_000);
    for (let message = 0; message < 16; message += 1) {
      local += 1;
      time.learn(local * 1000);
    }
    expect(time.now()).toBe(local * 1000);
  });
});
