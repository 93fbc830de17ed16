/** Rules of the package that need no server. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { PROTOCOL, remainingMs } from 'sumito-client';
import type { Clocks } from 'sumito-client/types';
import { Heartbeat, KEEP_ALIVE } from '../dist/heartbeat.js';
import { beforeAskingMs, beforeConnectingMs } from '../dist/policy.js';
import { Parts, topicKey } from '../dist/topics.js';

const SECOND = 1_000_000;

it('attempts become less frequent up to a bound', () => {
  assert.deepEqual([beforeConnectingMs(0, 0), beforeConnectingMs(0, 1), beforeConnectingMs(3, 0)], [100, 50, 800]);
  assert.deepEqual([beforeConnectingMs(1000, 0), beforeAskingMs(0), beforeAskingMs(1000)], [5000, 1000, 16_000]);
});

it('silence since an unanswered ping is death', () => {
  const heartbeat = new Heartbeat(KEEP_ALIVE, 0);
  heartbeat.answered(heartbeat.ping(0));
  assert.equal(heartbeat.deadline(), 4000);
  heartbeat.ping(4000);
  assert.deepEqual([heartbeat.isDead(10_999), heartbeat.isDead(11_000)], [false, true]);
  heartbeat.heard(9000);
  assert.equal(heartbeat.isDead(15_999), false);
  heartbeat.heard(23_000);
  assert.equal(heartbeat.isDead(24_000), true, 'an answer must come in the end');
});

it('the time of a busy program is no silence', () => {
  const heartbeat = new Heartbeat(KEEP_ALIVE, 0);
  heartbeat.ping(0);
  heartbeat.paused(30_000);
  assert.deepEqual([heartbeat.isDead(36_999), heartbeat.isDead(37_000)], [false, true]);
});

it('the protocol version is that of the description', () => {
  const description = readFileSync(new URL('../../../docs/schema/asyncapi.json', import.meta.url), 'utf8');
  assert.equal((JSON.parse(description) as { info: { version: string } }).info.version, String(PROTOCOL));
});

it('only the clock that runs falls, and a delay is free', () => {
  const clocks = (free_ms: number): Clocks => ({
    remaining_ms: [60_000, 50_000],
    running: 0,
    turn_began_at: 10 * SECOND,
    free_ms,
    shared: false,
    first_move_by: null,
  });
  const left = (seat: number, now: number): number | null => remainingMs(clocks(0), 10 * SECOND, seat, now * SECOND);
  assert.deepEqual([left(0, 12), left(1, 12), left(0, 1000)], [58_000, 50_000, 0]);
  const delayed = (now: number): number | null => remainingMs(clocks(5000), 13 * SECOND, 0, now * SECOND);
  assert.deepEqual([delayed(15), delayed(17)], [60_000, 58_000]);
});

it('parts are joined by the rules of the protocol', () => {
  const parts = new Parts();
  assert.equal(parts.join('own', { full: true, rooms: [1], gone: [], more: true }), undefined);
  assert.equal(parts.join('own', { full: false, rooms: [2], gone: [], more: true }), undefined);
  assert.deepEqual(parts.join('own', { full: false, rooms: [3], gone: ['a'] }), { full: true, rooms: [1, 2, 3], gone: ['a'] });
});

it('a topic has one name, whatever the order of its fields', () => {
  assert.equal(topicKey('boards', { kind: 'lobby', lobby: 'main' }), topicKey('boards', { lobby: 'main', kind: 'lobby' }));
});
