/**
 * Only for this page: it does not depend on the built pages of the site, and uses the colours of the reader's system.
 */
export const docsStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 75rem; padding: 1rem; }
nav h2 { font-size: 1rem; margin: 1rem 0 0; }
nav ul { list-style: none; margin: 0; padding: 0; columns: 20rem; }
main h2 { border-bottom: 1px solid GrayText; margin-top: 3rem; }
section { overflow-x: auto; padding: 0.5rem 0 1rem; }
section:target { outline: 2px solid Highlight; outline-offset: 0.25rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
.method { display: inline-block; font: bold 0.8em ui-monospace, monospace; min-width: 4em; }
.small { font-size: 0.9rem; }
table { border-collapse: collapse; margin: 0.75rem 0; width: 100%; }
caption { font-weight: bold; text-align: start; }
th, td { border-top: 1px solid GrayText; font-weight: normal; padding: 0.25rem 0.5rem 0.25rem 0; text-align: start;
  vertical-align: top; overflow-wrap: anywhere; }
thead th { border: 0; font-size: 0.85rem; }
td:last-child, th:last-child { width: 5rem; }
`;
