/** The uploaded logo of the shop, or the drawn one without an address; its name stands beside it. */
export function ShopLogo({ src }: { src: string | null }) {
  if (src) return <img className="shop-logo" src={src} alt="" width={34} height={34} decoding="async" />
  return (
    <svg
      className="shop-logo"
      viewBox="0 0 34 34"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M17 2 30 9.5v15L17 32 4 24.5v-15Z" strokeLinejoin="round" />
      <circle cx="17" cy="17" r="7.5" />
      <path d="M17 6v22M6 17h22" strokeWidth="1" strokeDasharray="6 1.5 1.5 1.5" />
      <circle cx="17" cy="17" r="2.6" fill="var(--signal)" stroke="none" />
    </svg>
  )
}
