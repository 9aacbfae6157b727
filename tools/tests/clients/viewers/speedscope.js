// SPDX-License-Identifier: MIT
// Runs in speedscope, after a profile was loaded: opens its table of functions ("Sandwich"), and leaves its rows in
// #result, in base64: "TOTAL SELF NAME", one in each line. Numbers have no commas.
(async () => {
    const wait = ms => new Promise(done => setTimeout(done, ms));
    const tab = () => [...document.querySelectorAll('div')]
        .find(div => div.children.length === 1 && div.textContent.endsWith('Sandwich'));
    while (!tab())
        await wait(100);
    tab().click();
    while (!document.querySelector('td'))
        await wait(100);
    const number = cell => cell.textContent.replace(/ \(.*/, '').replace(/,/g, '');
    const rows = [...document.querySelectorAll('tr')].filter(row => row.cells[0].tagName === 'TD')
        .map(({cells}) => `${number(cells[0])} ${number(cells[1])} ${cells[2].textContent}\n`);
    const result = document.createElement('pre');
    result.id = 'result';
    result.textContent = btoa(unescape(encodeURIComponent(rows.join(''))));
    document.body.append(result);
})();
