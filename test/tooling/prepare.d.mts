/** A program or a library, the Debian package that brings it, and what cannot be tested without it. */
export const WANTED: readonly { readonly name: string; readonly package: string; readonly without: string }[]

/** Whether packages of the system may be installed: by root, on Debian, where nobody forbade it. */
export const mayInstall: () => boolean

/** Installs packages and prints their names. @returns whether all were installed */
export function install(packages: readonly string[]): boolean
