import { Fragment, type ReactNode } from 'react'

/** A technical name that may wrap after its underscores and dots only. */
export const breakable = (name: string): ReactNode =>
  name.split(/(?<=[^_.][_.])(?=[^_.])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
