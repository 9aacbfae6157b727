// SPDX-License-Identifier: MIT
// Runs in a page of spe-stat --html, at its end, as a person uses it: sorts tables, enters the icicle, by mouse and
// keys; then axe-core, if it is there, checks the page. Leaves the faults in #result, in base64, one in each line; the
// last line has the number of checks.
'use strict';
const lines = [];
const expect = (good, what) => good || lines.push(`fault: ${what}`);
const key = (element, name) => element.dispatchEvent(new KeyboardEvent('keydown', {key: name, bubbles: true}));
const numbers = (table, column) => [...table.tBodies[0].rows]
    .map(row => row.cells[column].textContent).filter(text => !/^0x/.test(text))
    .map(text => parseFloat(text.replace(/,/g, ''))).filter(n => !isNaN(n));
const isSorted = (list, sign) => list.every((n, i) => !i || (n - list[i - 1]) * sign >= 0);

// -- tables --
let sorted = 0;
for (const table of document.querySelectorAll('table')) {
    const rows = table.tBodies[0].rows.length, first = table.tBodies[0].textContent;
    for (const button of table.querySelectorAll('thead button')) {
        const head = button.closest('th'), column = head.cellIndex, name = `${table.closest('section').id}, ${column}`;
        button.click();
        expect(table.tBodies[0].rows.length === rows, `${name}: rows were lost`);
        if (column && numbers(table, column).length) {
            expect(isSorted(numbers(table, column), -1), `${name}: not the largest first`);
            expect(head.ariaSort === 'descending', `${name}: does not say so`);
            button.click();
            expect(isSorted(numbers(table, column), 1), `${name}: not the smallest first`);
            expect(head.ariaSort === 'ascending', `${name}: does not say so`);
            sorted++;
        }
        expect(table.querySelectorAll('[aria-sort]').length === 1, `${name}: sorted by one column`);
    }
    expect(table.tBodies[0].textContent.length === first.length, 'the text is another one');
}

// -- wide enough: nothing of a table is out of sight --
if (innerWidth >= 1280)
    for (const wide of document.querySelectorAll('.wide'))
        expect(wide.scrollWidth <= wide.clientWidth,
            `${wide.ariaLabel}: ${wide.scrollWidth} wide in ${wide.clientWidth}`);

// -- the icicle: as wide as its percents say; entered, and left --
const boxes = [...document.querySelectorAll('.box')], tree = document.querySelector('.tree');
const percent = box => parseFloat(box.title.match(/([\d.]+) %$/)[1]);
const wide = box => 100 * box.parentElement.getBoundingClientRect().width / tree.getBoundingClientRect().width;
for (const box of boxes)
    expect(Math.abs(wide(box) - percent(box)) < 0.15, `${box.title}: ${wide(box)} % wide`);
const shown = () => boxes.filter(box => box.getBoundingClientRect().width > 0).length;
const all = shown();
const leaf = boxes.filter(box => !box.parentElement.querySelector('ul')).sort((a, b) => percent(a) - percent(b))[0];
if (leaf) {
    leaf.click();
    expect(Math.abs(wide(leaf) - 100) < 0.15, 'the box that was entered is as wide as the page');
    const entered = boxes.filter(box => box.ariaPressed === 'true');
    expect(entered.length === 1 && entered[0] === leaf, 'a screen reader is told which box was entered');
    expect(shown() === 3, 'beside it there is what it is in, no more');
    key(leaf, 'Enter');
    expect(shown() > 3 || boxes.length === 3, 'its module is entered');
    for (let i = 0; i < 2; i++)
        key(boxes.filter(box => box.parentElement.contains(leaf))[1 - i], ' ');
    expect(shown() === all, 'all boxes are back');
}
lines.push(`used: ${sorted > 20 ? 'many' : sorted} columns, ${boxes.length > 4 ? 'many' : boxes.length} boxes`);

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
