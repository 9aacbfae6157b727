// SPDX-License-Identifier: MIT
// Runs in a page of spe-stat --html, at its end: looks at it, then uses it as a person does, with mouse and keys; then
// axe-core, if it is there, checks it. Leaves in #result, in base64, what the page shows: lines "fault: ..." for what is
// wrong, "width: W" for the window, "colour: ...", "picture: ...", "used: ...", and "table: ..." for each line of the
// tables.
'use strict';
const lines = [];
const fault = (what, where) => lines.push(`fault: ${what}: ${where}`);
const close = (a, b, by) => Math.abs(a - b) <= by;

// -- the page stands alone, and is as wide as the window --
for (const element of document.querySelectorAll('[src], [href]:not([href^="#"]), link, iframe, object'))
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
legible('svg text', 'fill', 4.5);
legible('svg rect', 'fill', 3);
legible('svg .line', 'stroke', 3);
legible('.legend span, .bar', 'backgroundColor', 3);

// -- a colour, and a line with its dashes, has one meaning --
const style = element => getComputedStyle(element);
for (const sign of document.querySelectorAll('.legend span'))
    lines.push(`colour: ${sign.parentElement.textContent.replace(/:.*/, '')} = ${style(sign).backgroundColor}`);
for (const sign of document.querySelectorAll('.legend path'))
    for (const line of document.querySelectorAll(`.${[...sign.classList].join('.')}`))
        if (style(line).strokeDasharray !== style(sign).strokeDasharray || style(line).stroke !== style(sign).stroke)
            fault('a legend shows another line', sign.outerHTML);
for (const sign of document.querySelectorAll('.legend path'))
    lines.push(`colour: ${sign.closest('li').textContent} = ${style(sign).strokeDasharray}`);

// -- contents: a link to each section; pictures before tables --
const sections = [...document.querySelectorAll('main section:not(details section)')];
const links = [...document.querySelectorAll('nav li a')];
if (links.map(link => `${link.hash} ${link.textContent}`).join() !==
    sections.map(section => `#${section.id} ${section.querySelector('h2').textContent}`).join())
    fault('other contents', document.querySelector('nav').textContent);
const lastPicture = [...document.querySelectorAll('main svg[role=img]')].pop();
const firstTable = document.querySelector('table');
if (lastPicture && firstTable && !(lastPicture.compareDocumentPosition(firstTable) & Node.DOCUMENT_POSITION_FOLLOWING))
    fault('a table is before a picture', firstTable.closest('section').id);

// -- pictures: nothing is cut off, labels do not touch, columns are as high as their numbers --
const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
for (const svg of document.querySelectorAll('svg[role=img]')) {
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
        Number((rect.textContent.match(/summed (\d+)$/) || [])[1]) || number(rect, 'samples?$')])
        .filter(column => column[1]);
    const sum = columns.reduce((s, column) => s + column[1], 0), high = columns.reduce((s, column) => s + column[0], 0);
    for (const [height, value] of columns)
        if (!close(height, value * high / sum, 0.02))
            fault('a column of another height', `${title}: ${value}`);
    const shapes = svg.querySelectorAll('rect, polyline, path').length;
    const samples = [...svg.querySelectorAll('rect')].reduce((s, rect) => s + number(rect, 'samples?'), 0);
    lines.push(`picture: ${title}: ${samples ? `${samples} samples` : `${shapes} shapes`}`);
}

// -- tables, as the text report has them --
const row = cells => [...cells].map(cell => cell.textContent.replace(/\s+/g, ' ').trim()).filter(Boolean).join(' ');
for (const table of document.querySelectorAll('table')) {
    const section = table.closest('section'), head = [...section.querySelectorAll('thead th')].slice(1);
    const rows = [...section.querySelectorAll('tbody tr')], heading = section.querySelector('h2').textContent;
    const named = [...rows[0].cells].map((cell, i) => [i ? head[i - 1]?.textContent : '', cell.textContent.trim()])
        .filter(([, text]) => text && text !== '-').map(part => part.join(' ').trim());
    if (rows.length === 1) /* a line in the text report */
        lines.push(`table: ${heading}: ${named.join('; ').replace(/\s+/g, ' ')}`);
    else
        lines.push(`table: ${row([section.querySelector('h2'), ...head])}`, ...rows.map(tr => `table: ${row(tr.children)}`));
    for (const p of section.querySelectorAll('p'))
        lines.push(`table: (${p.textContent})`);
}

// -- used: tables are sorted --
const expect = (good, what) => good || lines.push(`fault: ${what}`);
const key = (element, name) => element.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
const numbers = (table, column) => [...table.tBodies[0].rows]
    .map(row => row.cells[column].textContent).filter(text => !/^0x/.test(text))
    .map(text => parseFloat(text.replace(/,/g, ''))).filter(n => !isNaN(n));
const isSorted = (list, sign) => list.every((n, i) => !i || (n - list[i - 1]) * sign >= 0);
const isSeen = element => element.getBoundingClientRect().height > 0;
for (const details of document.querySelectorAll('details'))
    details.open = true;
let sorted = 0;
for (const table of document.querySelectorAll('table')) {
    const rows = table.tBodies[0].rows.length, seen = [...table.tBodies[0].rows].filter(isSeen).length;
    for (const button of table.querySelectorAll('thead button')) {
        const head = button.closest('th'), column = head.cellIndex, name = `${table.closest('section').id}, ${column}`;
        button.click();
        if (column && numbers(table, column).length) {
            expect(isSorted(numbers(table, column), -1), `${name}: not the largest first`);
            expect(head.ariaSort === 'descending', `${name}: does not say so`);
            button.click();
            expect(isSorted(numbers(table, column), 1), `${name}: not the smallest first`);
            expect(head.ariaSort === 'ascending', `${name}: does not say so`);
            sorted++;
        }
        expect(table.tBodies[0].rows.length === rows, `${name}: rows were lost`);
        expect([...table.tBodies[0].rows].filter(isSeen).length === seen, `${name}: another number of rows is seen`);
        expect(table.querySelectorAll('[aria-sort]').length === 1, `${name}: sorted by one column`);
    }
}

// -- long tables show their first rows, and all rows when they are opened --
for (const button of document.querySelectorAll('.more')) {
    const rows = [...button.closest('section').querySelectorAll('tbody tr')];
    expect(rows.filter(isSeen).length === 10, `${button.textContent}: not the first 10 are seen`);
    expect(button.ariaExpanded === 'false', `${button.textContent}: does not say that it can be opened`);
    button.click();
    expect(rows.every(isSeen), `${button.textContent}: not all are seen`);
    expect(button.ariaExpanded === 'true', `${button.textContent}: does not say that it is open`);
    button.click();
    expect(rows.filter(isSeen).length === 10, `${button.textContent}: not the first 10 are seen again`);
}

// -- on paper, all rows --
const seenRows = () => [...document.querySelectorAll('tbody tr')].filter(isSeen);
const before = seenRows().length;
window.dispatchEvent(new Event('beforeprint'));
expect(seenRows().length === document.querySelectorAll('tbody tr').length, 'on paper, rows are not seen');
window.dispatchEvent(new Event('afterprint'));
expect(seenRows().length === before, 'after printing, another number of rows is seen');

// -- the search leaves the rows that have the words --
const search = document.querySelector('input[type=search]');
const type = text => {
    search.value = text;
    search.dispatchEvent(new Event('input'));
};
const whole = cell => cell.querySelector('[title]')?.title ?? cell.textContent;
for (const word of ['walk', 'L1', '0x']) {
    const has = row => [...row.cells].some(cell => whole(cell).includes(word));
    const holding = [...document.querySelectorAll('tbody tr')].filter(has);
    type(word);
    const missed = seenRows().filter(row => !row.textContent.toLowerCase().includes(word.toLowerCase()) && !has(row));
    expect(holding.every(isSeen), `search for ${word}: not all its rows are seen`);
    expect(!missed.length, `search for ${word}: other rows are seen`);
    expect(new RegExp(`^${seenRows().length} rows? in \\d+ tables?$`).test(document.querySelector('.search output').textContent),
        `search for ${word}: another number of rows`);
    expect([...document.querySelectorAll('main section')].every(section => !isSeen(section) || section.querySelector('tr')),
        `search for ${word}: pictures are seen`);
}
for (const row of document.querySelectorAll('#functions tbody tr')) {
    type(`${whole(row.cells[row.cells.length - 1])}  ${whole(row.cells[0])} `);
    expect(isSeen(row), `search for all words of a row: ${search.value}`);
}
const codes = [...document.querySelectorAll('#code details')];
for (const code of codes)
    code.open = false;
type('0x');
type('');
expect(codes.every(code => !code.open), 'after the search, code is open that was closed');
for (const code of codes)
    code.open = true;
expect(seenRows().length === before, 'after the search, the rows are back');

// -- findings lead to their rows, functions to their code --
let led = 0;
for (const link of document.querySelectorAll('#findings a')) {
    const row = document.querySelector(link.hash), isRow = row && row.tagName === 'TR';
    const rows = [...document.querySelectorAll(`${link.hash.replace(/_\d+$/, '')} tbody tr`)];
    const has = row => row.textContent.includes(link.dataset.row);
    expect(isRow ? has(row) : row && !rows.some(has),
        `${link.textContent}: leads to ${link.hash}`);
    type('no such word');
    location.hash = link.hash;
    window.dispatchEvent(new Event('hashchange'));
    expect(row && isSeen(row), `${link.hash}: its row is not seen`);
    type('no such word');
    link.click();
    expect(row && isSeen(row), `${link.hash}: its row is not seen the second time`);
    led++;
}
for (const link of document.querySelectorAll('#functions th a')) {
    const code = document.querySelector(link.hash);
    code.open = false;
    location.hash = link.hash;
    window.dispatchEvent(new Event('hashchange'));
    expect(code.open && code.querySelectorAll('tr').length > 2, `${link.textContent}: its code is not seen`);
    led++;
}

// -- wide enough, or the names stay --
for (const wide of document.querySelectorAll('.wide')) {
    const name = wide.querySelector('tbody th');
    if (innerWidth >= 1280)
        expect(wide.scrollWidth <= wide.clientWidth,
            `${wide.ariaLabel}: ${wide.scrollWidth} wide in ${wide.clientWidth}`);
    wide.scrollLeft = 200;
    if (name && isSeen(name))
        expect(close(name.getBoundingClientRect().left, wide.getBoundingClientRect().left, 1),
            `${wide.ariaLabel}: its names scroll away`);
    wide.scrollLeft = 0;
}

// -- the icicle: as wide as its percents say; entered, and left --
const boxes = [...document.querySelectorAll('.box')], tree = document.querySelector('.tree');
const percent = box => parseFloat(box.title.match(/([\d.]+) %$/)[1]);
const widthOf = box => 100 * box.parentElement.getBoundingClientRect().width / tree.getBoundingClientRect().width;
for (const box of boxes)
    expect(Math.abs(widthOf(box) - percent(box)) < 0.15, `${box.title}: ${widthOf(box)} % wide`);
const shown = () => boxes.filter(box => box.getBoundingClientRect().width > 0).length;
const all = shown();
const leaf = boxes.filter(box => !box.parentElement.querySelector('ul') && box.closest('li li li')).sort((a, b) => percent(a) - percent(b))[0];
if (leaf) {
    leaf.click();
    expect(Math.abs(widthOf(leaf) - 100) < 0.15, 'the box that was entered is as wide as the page');
    const entered = boxes.filter(box => box.ariaPressed === 'true');
    expect(entered.length === 1 && entered[0] === leaf, 'a screen reader is told which box was entered');
    expect(shown() === 3, 'beside it there is what it is in, no more');
    key(leaf, 'Enter');
    expect(shown() > 3 || leaf.closest('ul').children.length === 1, 'its module is entered');
    for (let i = 0; i < 2; i++)
        key(boxes.filter(box => box.parentElement.contains(leaf))[1 - i], ' ');
    expect(shown() === all, 'all boxes are back');
}
lines.push(`used: ${sorted > 20 ? 'many' : sorted} columns, ${boxes.length > 4 ? 'many' : boxes.length} boxes, ` +
    `${led > 1 ? 'many' : led} links`);

const leave = () => {
    const result = document.createElement('pre');
    result.id = 'result';
    result.textContent = btoa(lines.map(line => unescape(encodeURIComponent(line))).join('\n'));
    document.body.append(result);
};
if (typeof axe === 'undefined')
    leave();
else
    axe.run(document, {resultTypes: ['violations', 'incomplete', 'passes']}).then(found => {
        for (const rule of found.violations)
            lines.push(`fault: axe: ${rule.id}: ${rule.help}: ${rule.nodes.slice(0, 3).map(n => n.html.slice(0, 100)).join(' ')}`);
        lines.push(`axe: ${found.passes.length > 15 ? 'many' : found.passes.length} rules hold`);
        leave();
    });
