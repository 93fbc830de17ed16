import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect } from './test';

/** Waits until no animation runs, because fading text has the wrong contrast. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
}

/** Checks that the page has no accessibility violations. */
export async function clean(page: Page): Promise<void> {
  await settled(page);
  // The accessible name of a button contains its visible text. This rule is not yet on by default.
  const axe = new AxeBuilder({ page }).options({
    rules: { 'label-content-name-mismatch': { enabled: true } },
    // Details of passed checks would take most of the time.
    resultTypes: ['violations'],
  });
  // Without frames of other origins, the page itself can put the result together; otherwise a new page does.
  const { violations } = await axe.setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]) }))).toEqual([]);
}

/** Checks that nothing overflows the page sideways. */
export async function fits(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content).toBeLessThanOrEqual(window);
}

/** Checks that nothing overflows the page, and that the page has no accessibility violations. */
export async function look(page: Page): Promise<void> {
  await fits(page);
  await clean(page);
}

/** Returns the texts that reach beyond the window, or beyond the button or card that they belong to. */
export function spills(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const BOXES = 'button, .button, summary, .card, .panel, header, li';
    const visible = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !element.closest('.visually-hidden, svg, select, textarea');
    /** Returns whether the overflowing part of a text is clipped or can be scrolled to. */
    const isHeld = (element: Element | null, box: Element | null): boolean => {
      for (let each = element; each !== null; each = each.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(each);
        if (overflowX !== 'visible' || clipPath !== 'none') return true;
        if (each === box) return false;
      }
      return false;
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: element, textContent: text } = texts.currentNode;
      if (element === null || (text ?? '').trim() === '' || !visible(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const { left, right, width } of range.getClientRects()) {
        if (width <= 1) continue;
        const box = element.closest(BOXES);
        const frame = box?.getBoundingClientRect();
        const isIn = (frame === undefined || (left >= frame.left - 1 && right <= frame.right + 1)) && left >= -1 && right <= innerWidth + 1;
        if (!isIn && !isHeld(element, null)) found.push(`${(text ?? '').trim()} (${Math.round(left)} to ${Math.round(right)})`);
      }
    }
    return found;
  });
}

/**
 * Returns the texts that lose their end, and the words that are broken between two letters without a hyphen.
 *
 * @param ending selects the elements whose texts end with an ellipsis if there is no room
 */
export function damaged(page: Page, ending = ':not(*)'): Promise<string[]> {
  return page.evaluate((ending) => {
    const visible = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { currentNode: node } = texts;
      const text = node.nodeValue ?? '';
      const element = node.parentElement;
      if (element === null || text.trim() === '' || element.closest('select, option, textarea, script, style') || !visible(element)) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      const ends = textOverflow === 'ellipsis' && element.closest(ending) !== null;
      if (['hidden', 'clip'].includes(overflowX) && !ends && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${text.trim()}`);
      for (const { 0: word, index } of text.matchAll(/\p{L}{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word}`);
      }
    }
    return found;
  }, ending);
}

/** Returns the pairs of controls in the header that overlap. */
export function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('header :is(a, button, select)')].filter((each) => each.checkVisibility());
    const apart = (one: DOMRect, other: DOMRect): boolean =>
      one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
    const text = (each: Element): string => each.getAttribute('title') ?? (each.textContent ?? '').trim().slice(0, 20);
    return controls.flatMap((one, index) =>
      controls
        .slice(index + 1)
        .filter((other) => !apart(one.getBoundingClientRect(), other.getBoundingClientRect()))
        .map((other) => `${text(one)} | ${text(other)}`),
    );
  });
}
