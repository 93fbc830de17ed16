import { expect, it } from 'vitest';

import { nameAfter, nameIn } from './trf';

it('reads the name of a tournament from the line 012', () => {
  expect(nameIn('### 012 no name\r\n012 Open van Gent\r\n022 Gent\r\n')).toBe('Open van Gent');
  expect([nameIn('001    1 012'), nameIn('012'), nameIn('')]).toEqual(['', '', '']);
});

it('follows the chosen file, until the director writes a name', () => {
  const [gent, brugge] = ['012 Gent', '012 Brugge'];
  expect([nameAfter('', '', gent), nameAfter('Gent', gent, brugge), nameAfter('Gent', gent, '')]).toEqual(['Gent', 'Brugge', '']);
  expect([nameAfter('Club evening', '', gent), nameAfter('Club evening', gent, ''), nameAfter('', '', '')]).toEqual(['Club evening', 'Club evening', '']);
});
