/** The product's colors: petrol is synthetic, brass is real. */
const LIGHT = `color-scheme:light;--bg:oklch(.981 .004 210);--card:#fff;--sunken:oklch(.968 .006 212);
--fg:oklch(.238 .027 222);--muted:oklch(.472 .024 218);--line:oklch(.898 .011 212);--strong:oklch(.825 .016 214);
--synth:oklch(.455 .082 221);--real:oklch(.669 .13 79);--real-ink:oklch(.475 .094 70);--low:oklch(.465 .142 36);
--grid:oklch(.925 .008 212);--heat:62%;--ring:oklch(.52 .1 222);
--pass-bg:oklch(.95 .034 158);--pass-fg:oklch(.422 .092 157);--fail-bg:oklch(.951 .022 22);--fail-fg:oklch(.468 .166 26);
--warn-bg:oklch(.95 .034 52);--warn-fg:oklch(.468 .122 44);--kind-bg:oklch(.952 .007 214);--kind-fg:oklch(.432 .024 218)`
const DARK = `color-scheme:dark;--bg:oklch(.176 .016 224);--card:oklch(.211 .018 223);--sunken:oklch(.192 .017 224);
--fg:oklch(.94 .009 210);--muted:oklch(.738 .019 214);--line:oklch(.302 .02 221);--strong:oklch(.378 .024 220);
--synth:oklch(.8 .1 215);--real:oklch(.851 .138 86);--real-ink:oklch(.842 .098 84);--low:oklch(.55 .158 34);
--grid:oklch(.278 .018 222);--heat:48%;--ring:oklch(.76 .1 212);
--pass-bg:oklch(.282 .044 160);--pass-fg:oklch(.828 .108 157);--fail-bg:oklch(.29 .062 22);--fail-fg:oklch(.806 .1 20);
--warn-bg:oklch(.29 .056 46);--warn-fg:oklch(.822 .098 56);--kind-bg:oklch(.276 .016 220);--kind-fg:oklch(.802 .016 214)`

export const STYLE = `
:root{${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--fg);font:14px/21px "Hanken Grotesk",system-ui,sans-serif;font-variant-numeric:tabular-nums}
main,header>div{max-width:1200px;margin:0 auto;padding:0 32px}
header{border-bottom:1px solid var(--line);background:var(--card)}
header>div{padding-top:28px;padding-bottom:24px}
h1{font:600 26px/31px "Instrument Sans",system-ui,sans-serif;font-stretch:86%;margin:0 0 4px}
h2{font:600 20px/26px "Instrument Sans",system-ui,sans-serif;font-stretch:86%;margin:40px 0 16px;overflow-wrap:anywhere}
h3{font-size:15px;line-height:22px;font-weight:600;margin:0 0 4px}
h4{font:400 13px/19px "Spline Sans Mono",ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
p{margin:0 0 12px;max-width:76ch}
.muted{color:var(--muted)}
.note{margin-top:12px;margin-bottom:0}
.badge{display:inline-flex;gap:5px;padding:1px 7px;border-radius:3px;font-size:12px;line-height:18px;white-space:nowrap}
.badge.long{white-space:normal;padding:3px 8px}
.pass{background:var(--pass-bg);color:var(--pass-fg)}.fail{background:var(--fail-bg);color:var(--fail-fg)}
.warn,.unclear{background:var(--warn-bg);color:var(--warn-fg)}.kind{background:var(--kind-bg);color:var(--kind-fg)}
.strip{display:grid;grid-template-columns:repeat(4,1fr);border:1px solid var(--line);border-radius:10px;background:var(--card);overflow:hidden;margin-bottom:20px}
.field{padding:20px;border-left:1px solid var(--line)}.field:first-child{border-left:0}
.field dt{color:var(--muted);font-size:13px;line-height:19px}
.field dd{margin:0}.field .figure{font:600 34px/38px "Instrument Sans",system-ui,sans-serif;font-stretch:86%;margin:4px 0 6px}
.field small{display:block;font-size:13px;line-height:19px;color:var(--muted)}
.panel{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:20px;margin-bottom:20px}
.columns{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:28px 32px;margin-top:16px}
.columns>div{min-width:0}
.head{display:flex;justify-content:space-between;gap:12px;align-items:baseline;margin-bottom:8px}
.head span{color:var(--muted);font-size:13px;white-space:nowrap}
svg{display:block;width:100%;overflow:visible}
.plot{max-width:560px;--plot-original:var(--real);--plot-twin:var(--synth);--plot-negative:var(--low);--plot-grid:var(--grid);--plot-axis:var(--strong);--plot-text:var(--fg);--plot-muted:var(--muted);--plot-surface:var(--card);--plot-sunken:var(--sunken);--plot-heat:var(--heat)}
.scroll .plot{max-width:none}
.plot-name{font-family:"Spline Sans Mono",ui-monospace,monospace}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.legend{display:flex;flex-wrap:wrap;gap:4px 20px;font-size:13px;color:var(--muted)}
.legend i{display:inline-block;width:18px;height:9px;margin-right:7px;border-bottom:2px solid var(--synth)}
.legend .real i{border:0;background:repeating-linear-gradient(90deg,var(--real) 0 2px,transparent 2px 5px)}
.scroll{overflow-x:auto;position:relative}
.scroll:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
table{border-collapse:collapse;width:100%}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th{font-weight:400;color:var(--muted);font-size:13px;text-align:left}
td,th{padding:7px 16px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
td:last-child,th:last-child{padding-right:0}
tbody tr:last-child td{border-bottom:0}
.num{text-align:right;white-space:nowrap}
.pairs{grid-template-columns:repeat(auto-fill,minmax(340px,1fr))}
.interval{min-width:120px}
ul.checks{list-style:none;margin:12px 0 0;padding:0}
ul.checks li{padding:10px 0;border-top:1px solid var(--line);display:grid;grid-template-columns:104px 1fr;gap:12px}
ul.checks p{margin:0;color:var(--muted)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:20px}.two>.panel{min-width:0}
footer{max-width:1200px;margin:0 auto;padding:12px 32px 40px;color:var(--muted);font-size:13px}
@media(max-width:900px){.strip{grid-template-columns:1fr 1fr}.field:nth-child(odd){border-left:0}.field:nth-child(n+3){border-top:1px solid var(--line)}.two{grid-template-columns:1fr;gap:0}}
@media(max-width:560px){main,header>div,footer{padding-left:16px;padding-right:16px}.panel,.field{padding:16px}.strip{grid-template-columns:1fr}.field{border-left:0}.field+.field{border-top:1px solid var(--line)}.columns{grid-template-columns:1fr}ul.checks li{grid-template-columns:1fr;gap:4px}}
@media print{.panel,.columns>div{break-inside:avoid}}
`
