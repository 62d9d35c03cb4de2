const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for HTML or SVG, as content or in a double-quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPED[char] ?? char)
