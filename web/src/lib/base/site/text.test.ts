import { describe, expect, it } from 'vitest';

import { blocksOf } from './text';

describe('a text of the operator', () => {
  it('has paragraphs, headings and lists', () => {
    expect(blocksOf('# Club\nWe play\non Mondays.\n\n- boards\n- tea\nSee you!')).toEqual([
      { kind: 'heading', spans: [{ text: 'Club' }] },
      { kind: 'paragraph', spans: [{ text: 'We play\non Mondays.' }] },
      { kind: 'list', items: [[{ text: 'boards' }], [{ text: 'tea' }]] },
      { kind: 'paragraph', spans: [{ text: 'See you!' }] },
    ]);
  });

  it('has links to pages and mailboxes only', () => {
    const [block] = blocksOf('See (https://club.example/a?b=1), or mail chair@club.example. javascript:alert(1) <b>');
    expect(block).toEqual({
      kind: 'paragraph',
      spans: [
        { text: 'See (' },
        { text: 'https://club.example/a?b=1', href: 'https://club.example/a?b=1' },
        { text: '), or mail ' },
        { text: 'chair@club.example', href: 'mailto:chair@club.example' },
        { text: '. javascript:alert(1) <b>' },
      ],
    });
  });

  it('may be empty', () => {
    expect(blocksOf(' \n\n ')).toEqual([]);
  });
});
