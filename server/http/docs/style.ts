export const STYLE = `:root{color-scheme:light dark;--ground:light-dark(#f5f1e7,#121d2b);--plate:light-dark(#fbf9f3,#172637);--shade:light-dark(#ebe5d6,#20334a);--ink:light-dark(#1a1815,#ecefe9);--dim:light-dark(#56514a,#aebbc8);--rule:light-dark(#d8d2c4,#34475c);--link:light-dark(#1b4d8c,#93c5f5)}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:70rem;margin:0 auto;padding:1.5rem 1rem 4rem}a{color:var(--link)}:focus-visible{outline:2px solid var(--link);outline-offset:2px}
h1{margin:0;font-size:2rem;line-height:1.2}h2{margin:2.5rem 0 .25rem;font-size:1.4rem}h3{margin:1.25rem 0 .25rem;font-size:1rem}p{margin:.5rem 0;max-width:46rem}
code,pre{font-family:ui-monospace,monospace;font-size:.875em}pre{overflow-x:auto;overflow-wrap:normal;padding:1rem;border:1px solid var(--rule);background:var(--plate)}
nav ul{display:flex;flex-wrap:wrap;gap:0 .75rem;margin:1rem 0 0;padding:0;list-style:none}nav a{display:inline-block;min-width:2.75rem;padding:.625rem 0}
details{border:1px solid var(--rule);background:var(--plate);margin-top:-1px}details[open]{margin-bottom:.75rem}
summary{display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:0 .75rem;padding:.65rem 1rem;cursor:pointer;list-style:none}summary::-webkit-details-marker{display:none}
summary:hover,details[open]>summary{background:var(--shade)}summary b{font:600 .8125rem/1.6 ui-monospace,monospace}summary .what{grid-column:2;color:var(--dim);font-size:.9375rem}
details.schema>summary{grid-template-columns:minmax(0,1fr)}details.schema .what{grid-column:1}
.body{padding:.25rem 1rem 1rem}.fields{margin:0;border-top:1px solid var(--rule)}.fields>div{padding:.4rem 0;border-bottom:1px solid var(--rule)}
dt,dd{margin:0}dd{font-size:.9375rem}.type{color:var(--dim)}.mark{font-size:.8125rem;font-weight:600}
@media (min-width:40rem){summary{grid-template-columns:4.5rem minmax(0,1.1fr) minmax(0,1fr)}summary .what{grid-column:auto}details.schema>summary{grid-template-columns:14rem minmax(0,1fr)}details.schema .what{grid-column:auto}
.fields>div{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,8rem) minmax(0,1fr);gap:0 1rem}.pairs>div{grid-template-columns:minmax(0,17rem) minmax(0,1fr)}}
@media (min-width:60rem){.fields>div:not(.pairs>*){grid-template-columns:minmax(0,15rem) minmax(0,12rem) minmax(0,1fr)}}`
