/** Text as HTML shows it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

/** A table that scrolls on a narrow screen; `right` says which columns hold numbers, and `kind` how it narrows: «noted» has its last column below the others. */
export function tableOf(
  label: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly number[],
  kind = '',
): string {
  const side = (i: number): string => (right.includes(i) ? ' class="r"' : '')
  const head = heads.map((name, i) => `<th scope="col"${side(i)}>${name}</th>`).join('')
  const body = rows
    .map(
      (cells) =>
        `<tr>${cells.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : `<td${side(i)}>${cell}</td>`)).join('')}</tr>`,
    )
    .join('')
  return `<div class="scroll${kind && ` ${kind}`}" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** A section of evidence: a finding, how to read it, and the picture or table. */
export function finding(title: string, caption: string, body: string): string {
  return `<section><h2>${escapeHtml(title)}</h2><p class="cap">${caption}</p>${body}</section>`
}
