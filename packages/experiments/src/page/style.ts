/** What a page of sentences adds to the style of every page. */
export const STYLE: string = `.number { font-size: var(--text-num); font-weight: var(--strong); margin: 0; line-height: 1.2; } .numbers .sub { margin: 0; }
h3 { font-size: var(--text-md); font-weight: var(--strong); line-height: 1.45; margin: 0 0 var(--s2); text-wrap: pretty; }
.chapter { margin-top: var(--s7); padding-top: var(--s5); border-top: 1px solid var(--line); }
.sentence { padding: var(--s5) 0; border-bottom: 1px solid var(--grid); } .sentence p { margin: var(--s2) 0; max-width: 92ch; }
.sentence:target { scroll-margin-top: var(--s4); }
.verdict { display: inline-block; font-size: var(--text-xs); line-height: 20px; padding: 0 8px; margin-right: 6px; border-radius: var(--radius-full); background: var(--surface); color: var(--ink-2); font-weight: var(--strong); white-space: nowrap; vertical-align: 1px; }
.verdict.holds { background: var(--good-wash); color: var(--good); } .verdict.fails { color: var(--naive); box-shadow: inset 0 0 0 1px var(--naive); background: none; } .verdict.inconclusive { box-shadow: inset 0 0 0 1px var(--axis); background: none; }
.decides, .readings { color: var(--ink-2); } .question { border-left: 3px solid var(--forecast); padding-left: var(--s3); }
.contents { list-style: none; margin: var(--s5) 0; padding: 0; } .contents li { display: grid; grid-template-columns: 108px minmax(0, 1fr) auto; gap: var(--s3); padding: 7px 0; border-bottom: 1px solid var(--grid); align-items: baseline; font-size: var(--text-sm); } .contents a { color: var(--ink); text-decoration-color: var(--axis); text-underline-offset: 3px; } .contents .verdict { justify-self: start; }
figure { margin: var(--s4) 0; } figure svg { display: block; width: 100%; height: auto; } figcaption { color: var(--muted); font-size: var(--text-sm); max-width: 92ch; margin-top: var(--s2); }
.narrow { display: none; } .r { text-align: right; white-space: nowrap; }
summary { cursor: pointer; padding: var(--s1) 0; color: var(--ink-2); font-size: var(--text-sm); } details p, details ul { max-width: 92ch; } td .verdict { margin: 0; }
.ways { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr)); gap: var(--s4) var(--s6); padding: var(--s3) 0; font-size: var(--text-sm); } .ways ul { list-style: none; margin: var(--s1) 0 0; padding: 0; } .ways li { padding: 3px 0; } .ways .r { display: inline-block; min-width: 76px; margin-right: 8px; }
.ways .bar { display: inline-block; width: 72px; height: 8px; border-radius: 4px; background: var(--chance); overflow: hidden; vertical-align: 1px; } .ways .bar i { display: block; height: 100%; background: var(--forecast); }
@media (max-width: 640px) { .wide { display: none; } .narrow { display: block; } .contents li { grid-template-columns: minmax(0, 1fr) auto; } .contents a { grid-column: 1 / -1; grid-row: 2; } .chapter { margin-top: var(--s6); } }
@media print { details > *:not(summary) { display: block; } .sentence { break-inside: avoid; } }
`
