const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as it stands in HTML or SVG, between elements or in an attribute in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPED[char] ?? char)
