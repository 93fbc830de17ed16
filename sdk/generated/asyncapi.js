// Fails if the AsyncAPI description has a fault: `node asyncapi.js FILE`.
import { readFile } from 'node:fs/promises';
import { Parser } from '@asyncapi/parser';

const { document, diagnostics } = await new Parser().parse(await readFile(process.argv[2], 'utf8'));
const errors = diagnostics.filter(({ severity }) => severity === 0);
for (const { message, path } of errors) console.error(`${path.join('.')}: ${message}`);
console.log(`${document?.allMessages().length ?? 0} messages`);
process.exit(document && !errors.length ? 0 : 1);
