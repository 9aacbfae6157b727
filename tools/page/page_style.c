/* SPDX-License-Identifier: MIT */
/* See page_sections.h: the style sheet, and the script that sorts tables and zooms the icicle. */
#include "page_sections.h"

static const char style[] =
    ":root{color-scheme:light dark;--text:#1d2330;--dim:#596273;--line:#d5dae2;--page:#fff;--c0:#0060a8;--c1:#c94f00;"
    "--c2:#00795c;--c3:#a3307f;--c4:#7a6200;--c5:#2c87c9;--c6:#6b4bb8;--c7:#68707d}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e6e9ef;--dim:#a3acba;--line:#3a424f;--page:#14181f;--c0:#5aa9ec;"
    "--c1:#f08a4b;--c2:#3fc09a;--c3:#e07fc0;--c4:#d0b13c;--c5:#9cd0f5;--c6:#b09af0;--c7:#9aa3b0}}\n"
    "body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}\n"
    "main{margin:0 auto;padding:1.5rem;max-width:78rem;box-sizing:border-box}\n"
    "h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:0 0 .5rem}\n"
    "h3{font-size:1rem;font-weight:600;margin:.8rem 0 .2rem}.lead{margin:.2rem 0 "
    "1.5rem;color:var(--dim);overflow-wrap:anywhere}\n"
    "section{min-width:0;margin:0 0 2rem;break-inside:avoid}.wide{overflow-x:auto}.wide svg{min-width:34rem}\n"
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(34rem,100%),1fr));gap:0 2rem}\n"
    ".columns{columns:34rem;column-gap:2rem}"
    ".columns th.word,.columns td.word:last-child{min-width:0;overflow-wrap:normal}\n"
    ".stack{display:grid;grid-template-columns:5rem 1fr;align-items:center;margin:0 0 .5rem}"
    ".stack span{color:var(--dim)}.stack svg{height:2.25rem}\n"
    "svg{display:block;width:100%}rect,path{shape-rendering:crispEdges}\n"
    "svg text{font:12px system-ui,sans-serif;fill:var(--dim)}.grid{stroke:var(--line)}.axis{stroke:var(--dim)}\n"
    ".line{stroke-width:1.5;stroke-linecap:round}polyline.line{fill:none}"
    ".line.c2,.line.c4{stroke-dasharray:4 4}\n"
    "table{border-collapse:collapse;width:100%;font-size:.93em;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.2rem .6rem .2rem 0;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n"
    ".word:not(:first-child){padding-left:.6rem}tbody th.word{white-space:normal;overflow-wrap:anywhere;"
    "min-width:12rem}\n"
    "@media(min-width:70rem){td.word:last-child{white-space:normal;overflow-wrap:anywhere;min-width:12rem}}\n"
    "thead th,thead td{color:var(--dim);font-weight:400;white-space:normal;vertical-align:bottom}"
    "th:first-child,.word{text-align:left}\n"
    "tbody th{font-weight:400}\n"
    ".bars{width:40%}.bar{height:.8rem;background:var(--c0)}.remark{color:var(--dim);margin:.3rem 0 0}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.5rem 0 0}\n"
    ".legend span{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem}\n"
    ".tree ul{display:flex;list-style:none;margin:0;padding:0}.tree li{min-width:0;flex:none;overflow:hidden}\n"
    ".box{display:block;box-sizing:border-box;height:2.4rem;padding:.3rem 0 0;text-indent:.3rem;border-right:1px solid "
    "var(--page);"
    "border-top:.35rem solid var(--dim);overflow:hidden;white-space:nowrap;text-overflow:ellipsis;color:var(--text)}\n"
    ".tree [hidden]{display:none}.tree .whole{width:100%!important}.box[tabindex]{cursor:zoom-in}\n"
    ".heats span{display:inline-block;width:.8rem;height:.8rem}\n"
    "th button{all:unset;cursor:pointer}th button:hover{text-decoration:underline}\n"
    "th[aria-sort=ascending] button::after{content:' \\2191'}th[aria-sort=descending] button::after{content:' "
    "\\2193'}\n"
    ":focus-visible{outline:2px solid var(--c0);outline-offset:1px}.box:focus-visible{outline-offset:-2px}\n"
    "@media print{main{max-width:none;padding:0}section{break-inside:auto}svg,tr{break-inside:avoid}"
    "h2,h3{break-after:avoid}.wide{overflow:visible}body{font-size:11px}"
    "table{font-size:9px}thead th,.word{white-space:normal}"
    "tbody th.word,td.word,td.word:last-child{overflow-wrap:anywhere;min-width:0}"
    ".wide svg{min-width:0}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n";

/* Styles each colour as a shape, a sign, a line and the edge of a box. */
void page_style(FILE *out)
{
    fprintf(out, "<style>\n%s", style);
    for (unsigned i = 0; i < CHART_COLOURS; i++)
        fprintf(out,
                "rect.c%u{fill:var(--c%u)}span.c%u{background:var(--c%u)}.line.c%u{stroke:var(--c%u)}"
                ".b%u{border-top-color:var(--c%u)}\n",
                i, i, i, i, i, i, i, i);
    for (unsigned i = 1; i <= CHART_HEATS; i++)
        fprintf(out, "path.h%u{fill:var(--c0);fill-opacity:%.2f}span.h%u{background:var(--c0);opacity:%.2f}\n", i,
                0.1 + 0.9 * i / CHART_HEATS, i, 0.1 + 0.9 * i / CHART_HEATS);
    fputs("</style>\n", out);
}

/* The page can be read without it. Numbers are sorted as numbers, the largest first; addresses and words are sorted as
 * words. */
static const char script[] =
    "(() => {\n"
    "'use strict';\n"
    "const key = cell => {\n"
    "    const text = cell.textContent.replace(/,(?=\\d{3})/g, '').trim(), number = parseFloat(text);\n"
    "    return /^-?[\\d.]/.test(text) && !/^0x/.test(text) ? number : text;\n"
    "};\n"
    "const order = (a, b) => typeof a === 'number' && typeof b === 'number' ? b - a :\n"
    "    typeof a === 'number' ? -1 : typeof b === 'number' ? 1 : a < b ? -1 : a > b ? 1 : 0;\n"
    "const sort = (table, column) => {\n"
    "    const head = table.tHead.rows[0].cells[column], again = head.ariaSort !== null && head.dataset.turned !== "
    "'1';\n"
    "    for (const other of table.tHead.rows[0].cells)\n"
    "        other.removeAttribute('aria-sort');\n"
    "    const body = table.tBodies[0], rows = [...body.rows];\n"
    "    rows.sort((a, b) => order(key(a.cells[column]), key(b.cells[column])) * (again ? -1 : 1));\n"
    "    const isNumber = rows.some(row => typeof key(row.cells[column]) === 'number');\n"
    "    head.setAttribute('aria-sort', isNumber !== again ? 'descending' : 'ascending');\n"
    "    head.dataset.turned = again ? '1' : '0';\n"
    "    body.append(...rows);\n"
    "};\n"
    "for (const table of document.querySelectorAll('table')) {\n"
    "    [...table.tHead.rows[0].cells].forEach((cell, column) => {\n"
    "        if (cell.tagName !== 'TH' || table.tBodies[0].rows.length < 2)\n"
    "            return;\n"
    "        const button = document.createElement('button');\n"
    "        button.type = 'button';\n"
    "        button.append(...cell.childNodes);\n"
    "        button.addEventListener('click', () => sort(table, column));\n"
    "        cell.append(button);\n"
    "    });\n"
    "}\n"
    "for (const tree of document.querySelectorAll('.tree')) {\n"
    "    const items = [...tree.querySelectorAll('li')];\n"
    "    let open = null;\n"
    "    const enter = item => {\n"
    "        open = item === open ? item.parentElement.closest('li') : item;\n"
    "        for (const other of items) {\n"
    "            const isAround = open !== null && other.contains(open);\n"
    "            other.hidden = open !== null && !isAround && !open.contains(other);\n"
    "            other.classList.toggle('whole', isAround);\n"
    "            other.firstElementChild.setAttribute('aria-pressed', other === open);\n"
    "        }\n"
    "    };\n"
    "    for (const item of items) {\n"
    "        const box = item.firstElementChild;\n"
    "        box.tabIndex = 0;\n"
    "        box.setAttribute('role', 'button');\n"
    "        box.setAttribute('aria-pressed', false);\n"
    "        box.addEventListener('click', () => enter(item));\n"
    "        box.addEventListener('keydown', event => {\n"
    "            if (event.key === 'Enter' || event.key === ' ') {\n"
    "                event.preventDefault();\n"
    "                enter(item);\n"
    "            }\n"
    "        });\n"
    "    }\n"
    "}\n"
    "})();\n";

void page_script(FILE *out)
{
    fprintf(out, "<script>\n%s</script>\n", script);
}
