/* SPDX-License-Identifier: MIT */
/* See page_sections.h: the style sheet. */
#include "page_sections.h"

static const char *const style[] = {
    /* --c0 to --c9: enum page_band; --l0 to --l3: lines; --plain: shapes whose colour means nothing */
    ":root{color-scheme:light "
    "dark;--text:#1d2330;--dim:#596273;--line:#d5dae2;--page:#fff;--mark:#fff3c4;--plain:#7d8694;"
    "--c0:#3f8fd2;--c1:#1f5fae;--c2:#12305e;--c3:#8a4fbf;--c4:#d2500a;--c5:#8f0f1f;--c6:#5d7f8a;--c7:#00795c;"
    "--c8:#94700a;--c9:#68707d;--l0:#c2185b;--l1:#00838f;--l2:#6d4c41;--l3:#94700a}\n",
    "@media(prefers-color-scheme:dark){:root{--text:#e6e9ef;--dim:#a3acba;--line:#3a424f;--page:#14181f;--mark:#4a3f12;"
    "--plain:#7f8998;--c0:#b5dbff;--c1:#5aa9ec;--c2:#4a7fd8;--c3:#c39bf0;--c4:#f08a4b;--c5:#e0606c;--c6:#7fa3ae;"
    "--c7:#3fc09a;--c8:#d0b13c;--c9:#9aa3b0;--l0:#f06fa5;--l1:#3fc3d0;--l2:#c9a08f;--l3:#d0b13c}}\n",
    "body{margin:0;background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif}\n",
    "header,nav,main{margin:0 auto;padding:0 1.5rem;max-width:78rem;box-sizing:border-box}"
    "header{padding:1.5rem 1.5rem 0}main{padding-bottom:1.5rem}\n",
    "h1{font-size:1.5rem;margin:0;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:0 0 .5rem}\n",
    "h3{font-size:1rem;font-weight:600;margin:.8rem 0 .2rem}.lead{margin:.2rem 0 0;color:var(--dim);"
    "overflow-wrap:anywhere}\n",
    ".skip:not(:focus){position:absolute;clip-path:inset(50%)}\n",
    "a{color:inherit}nav{margin-top:1rem;margin-bottom:1.5rem}"
    "nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;list-style:none;padding:0;margin:0}nav a{color:var(--dim)}\n",
    ".search{display:block;margin:0 0 .6rem}.search input{font:inherit;padding:.2rem .4rem;width:min(20rem,100%);"
    "box-sizing:border-box;color:inherit;background:var(--page);border:1px solid var(--dim);border-radius:3px}"
    ".search output{color:var(--dim);margin-left:.6rem}\n",
    "@media(min-width:98rem){body{display:grid;grid-template:auto 1fr/17rem minmax(0,78rem);justify-content:center}"
    "header,main{width:100%;grid-column:2}main{padding-top:1.5rem}nav{grid-row:1/"
    "3;position:sticky;top:0;align-self:start;"
    "max-height:100vh;overflow-y:auto;width:100%;margin:0;padding-top:1.7rem}nav ul{display:block}.search "
    "output{display:block;margin:0}}\n",
    "section{min-width:0;margin:0 0 2rem;break-inside:avoid}.wide{overflow-x:auto}.wide svg{min-width:34rem}\n",
    ".charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(34rem,100%),1fr));gap:0 2rem}\n",
    ".columns{columns:34rem;column-gap:2rem}"
    ".columns th.word,.columns td.word:last-child{min-width:0;overflow-wrap:normal}\n",
    ".stack{display:grid;grid-template-columns:5rem 1fr;align-items:center;margin:0 0 .5rem}"
    ".stack span{color:var(--dim)}.stack svg{height:2.25rem}\n",
    "svg{display:block;width:100%}rect,path{shape-rendering:crispEdges}\n",
    "svg text{font:12px system-ui,sans-serif;fill:var(--dim)}.grid{stroke:var(--line)}.axis{stroke:var(--dim)}\n",
    ".line{stroke-width:1.5;stroke-linecap:butt}polyline.line{fill:none}"
    ".l1{stroke-dasharray:7 3}.l2{stroke-dasharray:2 2}.l3{stroke-dasharray:9 2 2 2}\n",
    "table{border-collapse:collapse;width:100%;font-size:.9em;font-variant-numeric:tabular-nums}\n",
    "th,td{padding:.2rem .5rem .2rem 0;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\n",
    ".word:not(:first-child){padding-left:.4rem}tbody th.word{white-space:normal;overflow-wrap:anywhere;"
    "min-width:12rem}\n",
    "@media(min-width:70rem){td.word:last-child{white-space:normal;overflow-wrap:anywhere;min-width:11rem}}\n",
    "thead th,thead td{color:var(--dim);font-weight:400;white-space:normal;vertical-align:bottom}"
    "th:first-child,.word{text-align:left}\n",
    /* the name stays where it is when a narrow window shows the other columns */
    "tbody th{font-weight:400}tr>:first-child{position:sticky;left:0;background:var(--page)}"
    "@media(max-width:40rem){tbody th.word{min-width:7.5rem;max-width:9rem}}\n",
    ":target,:target>:first-child{background:var(--mark)}\n",
    "details{margin:0 0 .6rem}summary{cursor:pointer;overflow-wrap:anywhere}details section{margin:.6rem 0 1rem}\n",
    "#code tbody th,#code td:last-child{font:.95em/1.35 ui-monospace,monospace;white-space:pre-wrap;min-width:5rem}"
    "#code td:last-child{min-width:22rem;overflow-wrap:anywhere}\n",
    ".bars{width:40%}.bar{height:.8rem;background:var(--plain)}.remark{color:var(--dim);margin:.3rem 0 0}\n",
    ".legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;list-style:none;padding:0;margin:.5rem 0 0}\n",
    ".legend span{display:inline-block;width:.8rem;height:.8rem;margin-right:.4rem}"
    ".legend svg{display:inline-block;width:2.5rem;height:.5rem;margin-right:.4rem;vertical-align:middle}\n",
    ".tree ul{display:flex;list-style:none;margin:0;padding:0}.tree li{min-width:0;flex:none;overflow:hidden}\n",
    ".box{display:block;box-sizing:border-box;height:2.5rem;padding:.5rem 0 0;text-indent:.3rem;border-right:1px solid "
    "var(--page);background:0 0/100% .4rem no-repeat;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}\n",
    ".tree [hidden]{display:none}.tree .whole{width:100%!important}.box[tabindex]{cursor:zoom-in}\n",
    ".heats span{display:inline-block;width:.8rem;height:.8rem}\n",
    "th button{all:unset;cursor:pointer}th button:hover{text-decoration:underline}\n",
    ".more{font:inherit;margin:.4rem 0 0;padding:0;border:0;background:0;color:var(--dim);text-decoration:underline;"
    "cursor:pointer}\n",
    "th[aria-sort=ascending] button::after{content:' \\2191'}th[aria-sort=descending] button::after{content:' "
    "\\2193'}\n",
    ":focus-visible{outline:2px solid var(--c1);outline-offset:1px}.box:focus-visible{outline-offset:-2px}\n",
    "@media print{nav,.more,.skip{display:none}header,main{max-width:none;padding:0}section{break-inside:auto}"
    "svg,tr{break-inside:avoid}h2,h3{break-after:avoid}.wide{overflow:visible}body{font-size:11px;display:block}"
    "table{font-size:9px}thead th,.word{white-space:normal}"
    "tbody th.word,td.word,td.word:last-child{overflow-wrap:anywhere;min-width:0}"
    ".wide svg{min-width:0}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n",
};

/* Styles each colour as a shape and a sign, and each line. */
void page_style(FILE *out)
{
    fputs("<style>\n", out);
    for (size_t i = 0; i < sizeof style / sizeof *style; i++)
        fputs(style[i], out);
    fprintf(out, "rect.c%d{fill:var(--plain)}\n", CHART_PLAIN);
    for (unsigned i = 0; i < CHART_PLAIN; i++)
        fprintf(out, "rect.c%u{fill:var(--c%u)}span.c%u{background:var(--c%u)}\n", i, i, i, i);
    for (unsigned i = 0; i < CHART_LINES; i++)
        fprintf(out, ".line.l%u{stroke:var(--l%u)}\n", i, i);
    for (unsigned i = 1; i <= CHART_HEATS; i++)
        fprintf(out, "path.h%u{fill:var(--text);fill-opacity:%.2f}span.h%u{background:var(--text);opacity:%.2f}\n", i,
                0.1 + 0.9 * i / CHART_HEATS, i, 0.1 + 0.9 * i / CHART_HEATS);
    fputs("</style>\n", out);
}
