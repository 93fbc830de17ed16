import { expect, it } from 'vitest';

import { nameIn } from './trf';

it('reads the name of a tournament from the line 012', () => {
  expect(nameIn('### 012 no name\r\n012 Open van Gent\r\n022 Gent\r\n')).toBe('Open van Gent');
  expect([nameIn('001    1 012'), nameIn('012'), nameIn('')]).toEqual(['', '', '']);
});
