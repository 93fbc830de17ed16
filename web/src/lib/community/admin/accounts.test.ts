import { describe, expect, it } from 'vitest';

import { accountsOf } from './accounts';

describe('a list of accounts', () => {
  it('has a name in each line, and perhaps an address', () => {
    expect(accountsOf('Ada\n\n Bob , bob@club.example\r\nCleo;cleo@club.example\nDan\tdan@club.example\nEve,\n')).toEqual([
      { name: 'Ada' },
      { name: 'Bob', mail: 'bob@club.example' },
      { name: 'Cleo', mail: 'cleo@club.example' },
      { name: 'Dan', mail: 'dan@club.example' },
      { name: 'Eve' },
    ]);
    expect(accountsOf(' \n')).toEqual([]);
    expect(accountsOf('Name;E-mail\nNamea')).toEqual([{ name: 'Namea' }]);
  });
});
