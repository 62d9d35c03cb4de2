import { createContext } from 'react'
import type { SeriesAnswer } from '#shared/telemetry/answer.ts'

/** The series that are drawn. */
export const SeriesContext = createContext<SeriesAnswer | undefined>(undefined)
