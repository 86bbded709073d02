/** The page's own style: light and dark, phone and print. Text has a contrast of at least 4.5 on its ground. */
export const STYLE = `
:root { --paper: #ffffff; --ink: #16202c; --ink-soft: #4a5868; --grid: #e3e8ee; --card: #f5f7fa; --line: #d5dce4;
  --own: #1d5fbf; --outcome: #16202c; --naive: #8a4b08; --band: #1d5fbf2e; --chance: #5a68782a; --target: #8a4b08;
  --bad: #a3211a; --bad-ground: #fdecea; --good: #1c6b3c;
  --w0: #1d5fbf; --w1: #b4530a; --w2: #1c7a4a; --w3: #8b3fa0; --w4: #a3211a; --w5: #0f7285; --w6: #6b5b00; --w7: #5a6878; }
:root[data-theme="dark"] { --paper: #11161d; --ink: #e8edf3; --ink-soft: #a9b6c4; --grid: #232c37; --card: #1a212b; --line: #2f3a47;
  --own: #7fb2ff; --outcome: #e8edf3; --naive: #f0a85c; --band: #7fb2ff33; --chance: #a9b6c433; --target: #f0a85c;
  --bad: #ff9c94; --bad-ground: #3a1c1a; --good: #7fd6a0;
  --w0: #7fb2ff; --w1: #f0a85c; --w2: #7fd6a0; --w3: #d2a0e6; --w4: #ff9c94; --w5: #78cfe0; --w6: #d9c65a; --w7: #a9b6c4; }
@media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) { --paper: #11161d; --ink: #e8edf3; --ink-soft: #a9b6c4; --grid: #232c37; --card: #1a212b; --line: #2f3a47;
  --own: #7fb2ff; --outcome: #e8edf3; --naive: #f0a85c; --band: #7fb2ff33; --chance: #a9b6c433; --target: #f0a85c;
  --bad: #ff9c94; --bad-ground: #3a1c1a; --good: #7fd6a0;
  --w0: #7fb2ff; --w1: #f0a85c; --w2: #7fd6a0; --w3: #d2a0e6; --w4: #ff9c94; --w5: #78cfe0; --w6: #d9c65a; --w7: #a9b6c4; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: baseline; justify-content: space-between; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
p { margin: .25rem 0; } .soft, figcaption { color: var(--ink-soft); font-size: .9rem; }
button { font: inherit; font-size: .9rem; color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: .25rem .6rem; cursor: pointer; }
button:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--own); outline-offset: 2px; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); gap: .75rem; margin: 1rem 0; padding: 0; }
.cards > div { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .6rem .8rem; }
.cards dt { color: var(--ink-soft); font-size: .85rem; } .cards dd { margin: 0; font-size: 1.3rem; font-weight: 600; } .cards dd small { display: block; font-size: .8rem; font-weight: 400; color: var(--ink-soft); }
.warnings { list-style: none; margin: 1rem 0; padding: 0; } .warnings li { background: var(--bad-ground); border-left: 4px solid var(--bad); padding: .5rem .8rem; margin: .4rem 0; border-radius: .3rem; }
.fine { border-left: 4px solid var(--good); background: var(--card); padding: .5rem .8rem; border-radius: .3rem; }
figure { margin: .5rem 0 0; } .chart { width: 100%; min-height: 290px; } .tools { display: flex; flex-wrap: wrap; gap: .4rem; margin: .5rem 0; }
.uplot { color: var(--ink); font-family: inherit; } .u-legend { font-size: .85rem; color: var(--ink); } .u-select { background: var(--chance); }
.scroll { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: .92rem; } th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td svg { vertical-align: middle; } svg text { fill: var(--ink-soft); font: 12px system-ui, sans-serif; }
@media (max-width: 40rem) { body { padding: .75rem; font-size: 15px; } .cards dd { font-size: 1.1rem; } }
@media print { button, .tools { display: none; } body { max-width: none; } figure { break-inside: avoid; } }
`
