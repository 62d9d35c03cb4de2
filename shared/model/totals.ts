/** How much a workspace holds; entities and relations without tombstones. */
export interface WorkspaceTotals {
  readonly elements: number
  readonly entities: number
  readonly relations: number
}
