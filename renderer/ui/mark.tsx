/**
 * The Orrery logo: a sun, an orbit and a planet; `size` in px at the default text size. Keep in step with the
 * splash in index.html.
 */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      aria-hidden
    >
      <circle cx="12" cy="12" r="3" />
      <ellipse cx="12" cy="12" rx="10" ry="4.5" transform="rotate(-30 12 12)" />
      <circle cx="20.5" cy="7" r="1.5" fill="currentColor" />
    </svg>
  )
}
