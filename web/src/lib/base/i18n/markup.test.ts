import { parse, type AST } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

const COMPONENTS = import.meta.glob<string>('../../../**/*.svelte', { query: '?raw', import: 'default', eager: true });

/** Attributes with a text that a browser shows or a screen reader reads. */
const SPOKEN = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title']);
const LETTERS = /\p{Letter}/u;

/** Text in the markup of a component that does not come from the messages. */
function literals(source: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown, spoken: boolean): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, spoken);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type } = node as AST.TemplateNode;
    if (type === 'Attribute') {
      const attribute = node as AST.Attribute;
      if (SPOKEN.has(attribute.name)) visit(attribute.value, true);
      return;
    }
    if (type === 'StyleDirective' || type === 'ClassDirective') return;
    if (type === 'ExpressionTag' && spoken) {
      const { expression } = node as AST.ExpressionTag;
      if (expression.type === 'Literal' && LETTERS.test(String(expression.value))) found.push(String(expression.value));
      return;
    }
    if (type === 'Text' && LETTERS.test((node as AST.Text).data)) found.push((node as AST.Text).data.trim());
    for (const [key, value] of Object.entries(node)) if (key !== 'expression') visit(value, true);
  };
  visit(parse(source, { modern: true }).fragment, true);
  return found;
}

describe('the text of components', () => {
  const components = Object.entries(COMPONENTS);

  it('is found by this test', () => {
    expect(components.length).toBeGreaterThan(20);
    expect(literals('<p title="Hello">{t("x")} world {"you"}</p>')).toEqual(['Hello', 'world', 'you']);
  });

  it.each(components)('comes from the messages only: %s', (_, source) => {
    expect(literals(source)).toEqual([]);
  });
});
