/** A program or a library, the Debian package that brings it, and what cannot be tested without it. */
export const WANTED: readonly { readonly name: string; readonly package: string; readonly without: string }[]
