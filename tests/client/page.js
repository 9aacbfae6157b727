// SPDX-License-Identifier: MIT
// Runs in a page of spe-stat --html, at its end. Leaves in #result, in base64, what the page shows: lines "fault: ..."
// for what is wrong with its looks, "width: W" for the window, "pictures: ...", and after "tables:" the tables as text.
'use strict';
const lines = [];
const fault = (what, where) => lines.push(`fault: ${what}: ${where}`);
const close = (a, b, by) => Math.abs(a - b) <= by;

// -- the page stands alone, and is as wide as the window --
for (const element of document.querySelectorAll('[src], [href], link, iframe, object'))
    fault('not of the page itself', element.outerHTML);
for (const entry of performance.getEntriesByType('resource'))
    fault('fetched', entry.name);
if (document.documentElement.scrollWidth > innerWidth)
    fault('wider than the window', document.documentElement.scrollWidth);
lines.push(`width: ${innerWidth}`, `name: ${document.querySelector('h1').textContent}`);

// -- all can be read: WCAG's contrast of text, and of shapes, with the page --
const channels = colour => colour.match(/[\d.]+/g).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const luminance = colour => channels(colour).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const page = luminance(getComputedStyle(document.body).backgroundColor);
const contrast = colour => (Math.max(luminance(colour), page) + 0.05) / (Math.min(luminance(colour), page) + 0.05);
const legible = (selector, property, least) => {
    for (const element of document.querySelectorAll(selector)) {
        const colour = getComputedStyle(element)[property];
        if (!/^rgb/.test(colour) || contrast(colour) < least)
            fault(`${property} ${colour} is hard to see`, element.outerHTML.slice(0, 80));
    }
};
legible('h1, h2, h3, th, td, li, p, .box, .stack span', 'color', 4.5);
legible('.box', 'borderTopColor', 3);
legible('svg text', 'fill', 4.5);
legible('svg rect', 'fill', 3);
legible('svg .line', 'stroke', 3);
legible('.legend span, .bar', 'backgroundColor', 3);

// -- pictures: nothing is cut off, labels do not touch, columns are as high as their numbers --
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
for (const svg of document.querySelectorAll('svg')) {
    const title = svg.querySelector('title').textContent, view = svg.viewBox.baseVal;
    const texts = [...svg.querySelectorAll('text')];
    for (const shape of svg.querySelectorAll('rect, line, polyline, path, text')) {
        const box = shape.getBBox();
        if (![box.x, box.y, box.width, box.height].every(Number.isFinite) || box.x < -0.1 || box.y < -0.1 ||
            box.x + box.width > view.width + 0.1 || box.y + box.height > view.height + 0.1)
            fault('outside its picture', `${title}: ${shape.outerHTML.slice(0, 120)}`);
    }
    texts.forEach((text, i) => texts.slice(i + 1).filter(other => overlap(text.getBBox(), other.getBBox()))
        .forEach(other => fault('labels touch', `${title}: ${text.textContent}, ${other.textContent}`)));
    const number = (rect, what) => Number((rect.textContent.match(new RegExp(`(\\d+) ${what}`)) || [])[1]) || 0;
    const columns = [...svg.querySelectorAll('rect')].map(rect => [rect.height.baseVal.value,
        Number((rect.textContent.match(/summed (\d+)$/) || [])[1]) || number(rect, 'samples$')])
        .filter(column => column[1]);
    const sum = columns.reduce((s, column) => s + column[1], 0), high = columns.reduce((s, column) => s + column[0], 0);
    for (const [height, value] of columns)
        if (!close(height, value * high / sum, 0.02))
            fault('a column of another height', `${title}: ${value}`);
    const shapes = svg.querySelectorAll('rect, polyline, path').length;
    const samples = [...svg.querySelectorAll('rect')].reduce((s, rect) => s + number(rect, 'samples'), 0);
    lines.push(`picture: ${title}: ${samples ? `${samples} samples` : `${shapes} shapes`}`);
}

// -- tables, as the text report has them --
lines.push('tables:');
const row = cells => [...cells].map(cell => cell.textContent.replace(/\s+/g, ' ').trim()).filter(Boolean).join(' ');
for (const table of document.querySelectorAll('table')) {
    const section = table.closest('section'), head = [...section.querySelectorAll('thead th')].slice(1);
    lines.push(row([section.querySelector('h2'), ...head]));
    for (const tr of section.querySelectorAll('tbody tr'))
        lines.push(row(tr.children));
    for (const p of section.querySelectorAll('p'))
        lines.push(`(${p.textContent})`);
}
const result = document.createElement('pre');
result.id = 'result';
result.textContent = btoa(lines.map(line => unescape(encodeURIComponent(line))).join('\n'));
document.body.append(result);
