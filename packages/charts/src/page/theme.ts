/**
 * Colours, type and space of every page, as custom properties of CSS.
 *
 * Light is the default, dark follows the system, and `data-theme` on the root overrides both. Text reaches a contrast
 * of 4.5 on its ground in both themes; lines and dots reach 3 on the bands.
 */
const DARK = `color-scheme: dark;
  --bg: #0f1217; --surface: #171b22; --line: #2a313b; --ink: #eef1f5; --ink-2: #c2c9d4; --muted: #98a2b1;
  --outcome: #f4f6f9; --forecast: #7db0ff; --band-90: #1b3056; --band-50: #2c5192; --naive: #eca24b;
  --alert: #ff7fa4; --alert-wash: #29131b; --good: #4fcaa2; --good-wash: #10291f; --grid: #232932; --axis: #56606e;
  --future: #151920; --chance: #282f39;
  --heat-0: #0f1217; --heat-1: #16243f; --heat-2: #1f3a6b; --heat-3: #2f5fb4; --heat-4: #7db0ff;
  --on-heat-low: #eef1f5; --on-heat-mid: #eef1f5; --on-heat-high: #0b1220;`

export const TOKENS: string = `:root { color-scheme: light;
  --font: Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --text-xs: .75rem; --text-sm: .8125rem; --text-md: .9375rem; --text-lg: 1.0625rem; --text-num: 1.75rem;
  --text-xl: clamp(1.375rem, 1.05rem + 1.45vw, 2rem); --strong: 600; --leading: 1.5;
  --s1: 4px; --s2: 8px; --s3: 12px; --s4: 16px; --s5: 24px; --s6: 32px; --s7: 48px; --s8: 64px;
  --gutter: clamp(16px, 3.4vw, 40px); --page: 1200px; --radius-sm: 4px; --radius: 8px; --radius-full: 999px;
  --bg: #ffffff; --surface: #f6f7f9; --line: #e1e5ea; --ink: #14181f; --ink-2: #434b58; --muted: #5d6674;
  --outcome: #14181f; --forecast: #1a5fd0; --band-90: #cfe0fb; --band-50: #9fc2f5; --naive: #a35a00;
  --alert: #bf1650; --alert-wash: #fdeef3; --good: #0a7558; --good-wash: #e8f5f0; --grid: #e8ebef; --axis: #aab2bd;
  --future: #f6f7f9; --chance: #e4e7ec;
  --heat-0: #ffffff; --heat-1: #e6effc; --heat-2: #bcd4f8; --heat-3: #6f9fe8; --heat-4: #1a5fd0;
  --on-heat-low: #14181f; --on-heat-mid: #0b1220; --on-heat-high: #ffffff; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { ${DARK} } }
:root[data-theme="dark"] { ${DARK} }
`

/** How the marks of a chart look: one way to draw an outcome, a forecast, an interval, the future, a change. */
export const MARKS: string = `svg { display: block; width: 100%; height: auto; overflow: visible; font-family: var(--font); font-size: 12px; }
svg text { fill: var(--muted); } svg .ink { fill: var(--ink); } svg .strong { font-weight: var(--strong); }
svg .t-forecast { fill: var(--forecast); } svg .t-naive { fill: var(--naive); } svg .t-alert { fill: var(--alert); }
.halo { paint-order: stroke; stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; }
.gridline { stroke: var(--grid); } .axis { stroke: var(--axis); } .asked { stroke: var(--ink); stroke-width: 1.25; }
.b90 { fill: var(--band-90); } .b50 { fill: var(--band-50); }
svg path.forecast { fill: none; stroke: var(--forecast); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
svg path.thin { stroke-width: 1.5; } svg path.future { stroke-dasharray: 1.5 4.5; stroke-width: 2.25; }
svg path.outcome { fill: none; stroke: var(--outcome); stroke-width: 1.25; stroke-linejoin: round; }
svg path.naive { fill: none; stroke: var(--naive); stroke-width: 1.5; stroke-dasharray: 5 3; }
svg path.other { fill: none; stroke: var(--axis); stroke-width: 1.5; } svg path.thread { stroke-width: 1; stroke-linejoin: round; }
.dot { fill: var(--outcome); } .ring { fill: var(--bg); stroke: var(--outcome); stroke-width: 1.5; }
.range { stroke: var(--outcome); stroke-width: 1; } .pointed { fill: none; stroke: var(--forecast); stroke-width: 2; }
.now { stroke: var(--ink); } .faint { stroke-opacity: .35; } .change { stroke: var(--muted); stroke-dasharray: 2 3; }
.alert-line { stroke: var(--alert); stroke-width: 1.5; } .alert-ground { fill: var(--alert-wash); }
.future-ground { fill: var(--future); } .chance { fill: var(--chance); }
.strip { fill: var(--surface); } .strip-shown { fill: var(--bg); } .strip-range { fill: var(--axis); fill-opacity: .55; }
.frame { fill: var(--forecast); fill-opacity: .1; stroke: var(--forecast); stroke-width: 1.5; } .handle { fill: var(--forecast); }
.bar.own { fill: var(--forecast); } .bar.naive { fill: var(--naive); fill-opacity: .85; } .bar.soft { fill: var(--band-50); }
.bar.faint { fill: var(--axis); } .part-0 { fill: var(--forecast); } .part-1 { fill: var(--band-50); }
.part-2 { fill: var(--band-90); } .part-3 { fill: var(--chance); }
.track { stroke: var(--grid); stroke-width: 8; stroke-linecap: round; }
.sure { stroke: var(--band-50); stroke-width: 8; stroke-linecap: round; }
.rate-range { stroke-width: 7; stroke-linecap: round; } .rate-range.first { stroke: var(--band-50); } .rate-range.second { stroke: var(--chance); }
.rate-dot { stroke: var(--bg); stroke-width: 1.5; } .rate-dot.first { fill: var(--forecast); } .rate-dot.second { fill: var(--ink-2); }
.found { fill: var(--forecast); stroke: var(--bg); stroke-width: 1.5; } .tick { stroke: var(--forecast); stroke-opacity: .45; stroke-width: 1.5; }
`

/** The page around them: type, rules instead of boxes, two columns of evidence, one on a phone. */
export const PAGE: string = `* { box-sizing: border-box; } html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 var(--text-md)/var(--leading) var(--font); font-variant-numeric: tabular-nums; -webkit-font-smoothing: antialiased; }
.page { max-width: var(--page); margin: 0 auto; padding: 0 var(--gutter) var(--s7); }
.top { display: flex; align-items: center; gap: var(--s3); min-height: 56px; font-size: var(--text-sm); color: var(--muted); }
.top b { color: var(--ink); font-weight: var(--strong); font-size: var(--text-md); } .top .what { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.top button { margin-left: auto; }
button { font: inherit; font-size: var(--text-sm); color: var(--ink-2); background: none; border: 1px solid var(--line); border-radius: var(--radius); padding: 5px 12px; cursor: pointer; white-space: nowrap; }
button.link { border: 0; padding: 0; color: inherit; text-decoration: underline; text-decoration-color: var(--axis); text-underline-offset: 3px; } button:hover { background: var(--surface); } button[aria-pressed="true"] { background: var(--ink); color: var(--bg); border-color: var(--ink); }
:focus-visible { outline: 2px solid var(--forecast); outline-offset: 2px; border-radius: var(--radius-sm); }
a { color: var(--forecast); }
h1 { font-size: var(--text-xl); line-height: 1.25; letter-spacing: -.017em; font-weight: var(--strong); margin: var(--s4) 0 var(--s2); max-width: 38em; text-wrap: balance; }
h2 { font-size: var(--text-lg); line-height: 1.35; font-weight: var(--strong); letter-spacing: -.008em; margin: 0; text-wrap: pretty; }
.lede { margin: 0; color: var(--muted); max-width: 104ch; text-wrap: pretty; } .lede b, .cap b { color: var(--ink); font-weight: var(--strong); }
.cap { margin: 2px 0 var(--s3); font-size: var(--text-sm); color: var(--muted); max-width: 78ch; text-wrap: pretty; }
.key { display: flex; flex-wrap: wrap; gap: 2px var(--s4); max-width: none; } .key span { white-space: nowrap; }
.lede + section { margin-top: var(--s6); }
.verdicts > section { margin-top: var(--s6); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); margin: var(--s4) 0 var(--s5); padding: 0; border-block: 1px solid var(--line); }
.numbers > div { display: flex; flex-direction: column; padding: var(--s4) var(--s5); border-left: 1px solid var(--line); min-width: 0; }
.numbers > div:first-child { padding-left: 0; border-left: 0; } .numbers > div:last-child { padding-right: 0; }
.numbers dt { font-size: var(--text-sm); color: var(--muted); } .numbers dd { margin: 0; }
.numbers .n { font-size: var(--text-num); line-height: 1.2; font-weight: var(--strong); letter-spacing: -.022em; margin: 2px 0; }
.numbers .n small { font-size: var(--text-md); font-weight: 400; letter-spacing: 0; color: var(--muted); margin-left: .35em; }
.numbers .c { font-size: var(--text-sm); color: var(--ink-2); text-wrap: pretty; } .numbers .g { margin-top: auto; padding-top: var(--s3); }
.evidence { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 var(--s8); margin-top: var(--s7); }
.evidence > section { display: grid; grid-template-columns: minmax(0, 1fr); grid-row: span 3; grid-template-rows: subgrid; margin-bottom: var(--s7); align-items: start; }
section { min-width: 0; } .chart { position: relative; display: block; width: 100%; min-width: 0; }
.read { margin-bottom: var(--s3); font-size: var(--text-sm); color: var(--muted); min-height: 1.5em; display: flex; flex-wrap: wrap; column-gap: var(--s4); } .read b { color: var(--ink); font-weight: var(--strong); }
.heading { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s4); align-items: center; justify-content: space-between; } .tools { display: flex; flex-wrap: wrap; gap: var(--s1); }
.tools button { border-color: transparent; } .tools button[aria-pressed="true"] { background: var(--surface); color: var(--ink); border-color: var(--line); }
.scroll { position: relative; overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: var(--text-sm); }
th { font-weight: 400; color: var(--muted); text-align: left; padding: 6px var(--s3) 6px 0; border-bottom: 1px solid var(--line); vertical-align: bottom; }
td, tbody th { padding: 7px var(--s3) 7px 0; border-bottom: 1px solid var(--grid); vertical-align: top; } tbody th { color: var(--ink); }
td.r, th.r { text-align: right; } td.r { white-space: nowrap; } td:last-child, th:last-child { padding-right: 0; } td b { font-weight: var(--strong); } .sub { color: var(--muted); }
.heat { text-align: center; border: 1px solid var(--bg); padding: 6px; } .heat small { display: block; } .h0 { background: var(--heat-0); color: var(--on-heat-low); } .h1 { background: var(--heat-1); color: var(--on-heat-low); } .h2 { background: var(--heat-2); color: var(--on-heat-low); } .h3 { background: var(--heat-3); color: var(--on-heat-mid); } .h4 { background: var(--heat-4); color: var(--on-heat-high); }
.latest td, .latest th { padding-block: 9px; vertical-align: middle; } .latest td { min-width: 120px; } .p .of { display: none; } .p { display: grid; grid-template-columns: minmax(40px, 1fr) 58px; align-items: center; gap: 8px; color: var(--muted); } .p i { display: block; height: 9px; border-radius: 2px; background: var(--surface); } .p i b { display: block; height: 100%; border-radius: 2px; background: var(--axis); min-width: 1px; } .p.in { color: var(--ink); font-weight: var(--strong); } .p.in i b { background: var(--forecast); }
.warnings { list-style: none; margin: var(--s4) 0; padding: 0; } .warnings li { background: var(--alert-wash); border-left: 3px solid var(--alert); padding: var(--s2) var(--s3); margin: var(--s2) 0; border-radius: var(--radius-sm); } .warnings li::before { content: "▲ "; color: var(--alert); }
.fine { margin: var(--s1) 0 0; font-size: var(--text-sm); color: var(--muted); } .fine::before { content: "✓ "; color: var(--good); font-weight: var(--strong); }
.chip { display: inline-block; font-size: var(--text-xs); line-height: 18px; padding: 0 7px; border-radius: var(--radius-full); background: var(--surface); color: var(--ink-2); white-space: nowrap; }
.chip.alert { background: var(--alert-wash); color: var(--alert); font-weight: var(--strong); } .chip.good { background: var(--good-wash); color: var(--good); }
i.m { display: inline-block; margin-right: 4px; } i.m-dot { width: 7px; height: 7px; border-radius: 50%; background: var(--outcome); } i.m-ring { width: 8px; height: 8px; border-radius: 50%; border: 1.5px solid var(--outcome); background: var(--bg); }
i.m-set, i.m-rest { width: 14px; height: 9px; border-radius: 2px; background: var(--forecast); } i.m-rest { background: var(--axis); } .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
i.m-line { width: 16px; border-top: 2px solid var(--forecast); vertical-align: 4px; } i.m-naive { width: 16px; border-top: 2px dashed var(--naive); vertical-align: 4px; }
i.m-90, i.m-50, i.m-chance { width: 14px; height: 11px; border-radius: 2px; background: var(--band-90); } i.m-50 { background: var(--band-50); } i.m-chance { background: var(--chance); }
.cards { list-style: none; margin: var(--s4) 0 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(152px, 1fr)); gap: var(--s2); align-content: start; }
.card { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: var(--s1) var(--s2); align-items: center; width: 100%; padding: 10px var(--s3) var(--s2); border: 1px solid var(--line); border-radius: var(--radius); background: none; color: var(--ink); font: inherit; font-size: var(--text-sm); font-weight: var(--strong); text-align: left; text-decoration: none; }
.card:hover { background: var(--surface); } .card.bad { border-color: var(--alert); } .card[aria-pressed="true"] { background: none; color: var(--ink); border-color: var(--forecast); box-shadow: inset 0 0 0 1px var(--forecast); }
.card .name { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } .card :is(.chart, .why) { grid-column: 1 / -1; } .card .why { font-weight: 400; font-size: var(--text-xs); color: var(--alert); } .card .chip { font-weight: 400; } .card .chip.alert { font-weight: var(--strong); }
.board { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.12fr); gap: var(--s5); align-items: start; } .board .cards { margin-top: 0; }
.large { position: sticky; top: var(--s4); border: 1px solid var(--line); border-radius: var(--radius); padding: var(--s4) var(--s5); min-width: 0; } .large h3 { margin: 0; font-size: var(--text-lg); font-weight: var(--strong); overflow-wrap: anywhere; } .large .cap { margin-bottom: var(--s2); } .large .read { margin: 0; }
.finder { display: flex; flex-wrap: wrap; gap: var(--s2) var(--s3); align-items: center; margin: var(--s3) 0; font-size: var(--text-sm); color: var(--muted); }
.finder label { display: inline-flex; gap: var(--s2); align-items: center; } input[type="search"], select { font: inherit; font-size: var(--text-sm); color: var(--ink); background: var(--bg); border: 1px solid var(--line); border-radius: var(--radius); padding: 5px 10px; min-width: 0; }
.more { margin: var(--s3) 0 0; } th button.sort { border: 0; padding: 0; color: inherit; background: none; white-space: normal; text-align: inherit; } th button.sort:hover { color: var(--ink); } th[aria-sort] button.sort { color: var(--ink); font-weight: var(--strong); } th[aria-sort="descending"] button.sort::after { content: " ↓"; } th[aria-sort="ascending"] button.sort::after { content: " ↑"; }
.all-series { margin-top: var(--s7); content-visibility: auto; contain-intrinsic-size: auto 800px; } html:not([data-drawn]) :is(.finder, .tools, .more) { display: none; } .whole-table { max-height: 720px; overflow: auto; } .whole-table thead th { position: sticky; top: 0; background: var(--bg); z-index: 1; } .whole-table .alert { color: var(--alert); }
.foot { margin: var(--s5) 0 0; padding-top: var(--s4); border-top: 1px solid var(--line); font-size: var(--text-sm); color: var(--muted); }
code { font: 12px var(--mono); background: var(--surface); border-radius: var(--radius-sm); padding: 1px 5px; overflow-wrap: anywhere; }
@media (max-width: 860px) { .board { grid-template-columns: minmax(0, 1fr); } .large { position: static; order: -1; padding: var(--s3) var(--s4); } .evidence { grid-template-columns: minmax(0, 1fr); } .evidence > section { margin-bottom: var(--s6); } }
@media (max-width: 640px) { .numbers { grid-template-columns: 1fr; border-bottom: 0; margin-bottom: var(--s5); } .numbers > div, .numbers > div:first-child, .numbers > div:last-child { padding: var(--s4) 0; border-left: 0; border-bottom: 1px solid var(--line); } .top button span { display: none; } .noted :is(table, thead, tbody) { display: block; } .noted tr { display: grid; grid-template-columns: minmax(0, 1.4fr) minmax(0, .8fr) minmax(0, 1.4fr) minmax(0, .7fr); border-bottom: 1px solid var(--grid); } .noted :is(td, th) { border: 0; } .noted td:last-child { grid-column: 1 / -1; padding-top: 0; } .noted th:last-child { display: none; } .latest :is(table, tbody, tr, tbody th, td) { display: block; border: 0; } .latest thead { display: none; } .latest tr { padding-block: var(--s2); border-bottom: 1px solid var(--grid); } .latest :is(td, tbody th) { padding: 2px 0; } .p { grid-template-columns: 92px minmax(0, 1fr) 58px; } .p .of { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; } }
@media (prefers-reduced-motion: no-preference) { button { transition: background .12s; } }
@media print { .top button, .tools { display: none; } .page { max-width: none; } section { break-inside: avoid; } }
`

/** All of it for a page that is drawn by a script and has rules of its own: they win, whatever their order. */
export const SHARED: string = `${TOKENS}@layer shared { ${MARKS}${PAGE} }`
