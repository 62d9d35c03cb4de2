import { Loans } from '../../../../electron/workbench/sandboxes/loans/loans.ts'

/** Where no key is lent: nothing is kept, and nothing is to be taken back. */
export const noLoans = (): Loans =>
  new Loans({
    platforms: {} as never,
    documents: {} as never,
    emit: () => undefined,
    secret: () => Promise.resolve(undefined),
  })
