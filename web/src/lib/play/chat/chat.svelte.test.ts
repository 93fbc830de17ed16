import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatChannel, ChatLine } from '$lib/base/protocol/types';
import { Session } from '$lib/base/session/session.svelte';
import { CHAT } from '$lib/base/socket/topics/chat';
import { nameOf } from '$lib/base/socket/topics/name';
import { Chat } from './chat.svelte';

const OTHER = { id: 'u2', name: 'Anna', guest: false };
const OWN = { id: 'u1', name: 'Berta', guest: false };

function line(id: string, author = OTHER): ChatLine {
  return { id, at: 1, author, text: `line ${id}` };
}

let session: Session;
let chat: Chat;

beforeEach(() => {
  session = new Session(() => undefined);
  session.user = OWN;
  chat = new Chat({ kind: 'lobby', lobby: 'main' }, session);
});

function ids(): string[] | undefined {
  return chat.lines?.map(({ id }) => id);
}

describe('the lines of a chat', () => {
  it('arrive all at once, then line by line, without duplicates', () => {
    expect(chat.since()).toBeUndefined();
    chat.changed([line('01'), line('02')], [], true);
    chat.changed([line('03')], [], false);
    chat.changed([line('03'), line('04')], ['02'], false);
    expect(ids()).toEqual(['01', '03', '04']);
    expect(chat.since()).toBe('04');
    chat.changed([line('04'), line('05')], [], true);
    expect(ids()).toEqual(['04', '05']);
  });

  it('are unread when another user writes while the chat is closed', () => {
    chat.changed([line('01')], [], true);
    expect(chat.unread).toBe(0);
    chat.changed([line('02'), line('03', OWN)], [], false);
    expect(chat.unread).toBe(1);
    // After a lost connection the full message also contains the missed lines.
    chat.changed([line('01'), line('02'), line('04')], [], true);
    expect(chat.unread).toBe(2);
    chat.watch(true);
    chat.changed([line('05')], [], false);
    expect(chat.unread).toBe(0);
  });
});

describe('older lines', () => {
  it('stay before the others until all lines are sent again', () => {
    chat.changed([line('03')], [], true);
    chat.prepend([line('01'), line('02')]);
    chat.changed([line('04')], ['02'], false);
    expect(ids()).toEqual(['01', '03', '04']);
    expect(chat.since()).toBe('04');
    chat.changed([line('03'), line('04')], [], true);
    expect(ids()).toEqual(['03', '04']);
  });

  it('are not dropped by new ones', () => {
    const before = Array.from({ length: 500 }, (_, place) => line(String(place).padStart(4, '0')));
    chat.changed([line('5000')], [], true);
    chat.prepend(before);
    chat.changed([line('5001')], [], false);
    expect(chat.lines).toHaveLength(501);
    expect(chat.since()).toBe('5001');
  });
});

describe('a channel', () => {
  it('is requested from the last known line on', () => {
    const channels: readonly ChatChannel[] = [
      { kind: 'lobby', lobby: 'main' },
      { kind: 'room', room: 'r1', audience: 'players' },
      { kind: 'room', room: 'r1', audience: 'spectators' },
      { kind: 'tournament', tournament: 't1' },
      { kind: 'conversation', users: ['u1', 'u2'] },
    ];
    for (const channel of channels) {
      const known = new Chat(channel, session);
      expect(CHAT.begin(nameOf(channel), [known])).toEqual({ type: 'subscribe', chat: channel });
      known.changed([line('07')], [], true);
      expect(CHAT.begin(nameOf(channel), [known])).toEqual({ type: 'subscribe', chat: channel, since: '07' });
      expect(CHAT.end(nameOf(channel))).toEqual({ type: 'unsubscribe', chat: channel });
      expect(CHAT.idOf({ type: 'chat', channel, full: true, lines: [], gone: [] })).toBe(nameOf(channel));
    }
  });

  it('has the same name for any order of its fields', () => {
    const channel = { kind: 'room', room: 'r1', audience: 'players' } as const;
    expect(nameOf({ audience: 'players', room: 'r1', kind: 'room' })).toBe(nameOf(channel));
    expect(nameOf({ ...channel, audience: 'spectators' })).not.toBe(nameOf(channel));
  });
});
