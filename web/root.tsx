import type { ReactNode } from 'react'
import {
  type ClientActionFunctionArgs,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import { demoNotice, layoutTexts, textLanguage } from '#contract/platform/texts/layout.ts'
import { accentStyles } from '#contract/store/settings/accent.ts'
import type { Route } from './+types/root.ts'
import type { CatalogueData } from './catalog/part-types/categories.ts'
import { CATEGORIES_PAGE } from './catalog/part-types/office-pages.ts'
import { AddToCartContext } from './catalog/products/add-to-cart.tsx'
import favicon from './favicon.svg?url'
import headFont from './fonts/sofia-sans-extra-condensed-latin-800-normal.woff2?url'
import textFont from './fonts/source-sans-3-latin-wght-normal.woff2?url'
import { orErrorPage } from './platform/api/load.ts'
import { apiContext } from './platform/api/server-api.ts'
import { type RootData, useRootData, useStore, useTakesCards } from './platform/api/store-config.ts'
import { SessionKeeper } from './platform/auth/session.ts'
import { Confirmations } from './platform/dialogs/confirm.tsx'
import { ErrorPage } from './platform/layout/error-boundary.tsx'
import { headScript } from './platform/layout/head-script.ts'
import { LateScripts } from './platform/layout/late-scripts.tsx'
import { keepPage, reloadPage, useShownEntry } from './platform/layout/lost-navigation.ts'
import { MAIN_ID, PageFocus } from './platform/layout/page-focus.tsx'
import { Styles } from './platform/layout/styles.tsx'
import { Notices } from './platform/ui/notice.tsx'
import { NavigationSpinner } from './platform/ui/states.tsx'
import { addPartsToCart } from './sales/cart/open-cart.ts'
import { Footer, joinNewsletter } from './shell/footer.tsx'
import { Header } from './shell/header/header.tsx'
import { NavigationBar } from './shell/header/navigation-bar.tsx'
import { dateIn, hoursLines } from './store/settings/opening-hours.ts'
import { STORE_PAGE } from './store/settings/store-page.ts'

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData & CatalogueData> {
  const api = context.get(apiContext)
  const [config, categories] = await orErrorPage(Promise.all([api.getConfig(), api.listCategories({})]))
  const { accent, hours, locale, timeZone } = config.store
  return {
    config,
    categories,
    origin: new URL(request.url).origin,
    accent: accent ? accentStyles(accent) : '',
    hours: hours ? hoursLines(hours, { locale, today: dateIn(timeZone, new Date()) }) : [],
  }
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return joinNewsletter(await request.json())
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

/** The root's loader runs again after a full page load, and when the shop's settings were saved. */
export function shouldRevalidate({ formAction }: ShouldRevalidateFunctionArgs): boolean {
  const page = formAction?.split('?')[0]
  return page === STORE_PAGE || page === CATEGORIES_PAGE
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={textLanguage} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script suppressHydrationWarning>{import.meta.env.SSR ? headScript() : ''}</script>
        <Meta />
        <Icons />
        {[headFont, textFont].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Styles />
        <AccentStyles />
        {/* after the common style sheet, which a page's own one overrides */}
        <Links />
      </head>
      <body>
        <a className="skip-link" href={`#${MAIN_ID}`}>
          {layoutTexts.skip}
        </a>
        <SessionKeeper />
        <Frame>{children}</Frame>
        <Confirmations />
        <Notices />
        <NavigationSpinner />
        <PageFocus />
        <ScrollRestoration />
        <LateScripts />
      </body>
    </html>
  )
}

/** The server sends the icons that are named without a hash, the manifest (`icon-routes.ts`) and `opensearch-route.ts`. */
function Icons() {
  const { logo, name } = useStore()
  return (
    <>
      {logo ? (
        <link rel="icon" href={logo} />
      ) : (
        <>
          <link rel="icon" href="/favicon.ico" sizes="32x32" />
          <link rel="icon" href={favicon} type="image/svg+xml" />
        </>
      )}
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="search" href="/opensearch.xml" type="application/opensearchdescription+xml" title={name} />
      {/* the paper of both themes (`tokens.css`) */}
      <meta name="theme-color" content="#f5f1e7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#121d2b" media="(prefers-color-scheme: dark)" />
    </>
  )
}

/** Part of the page, like the common style sheet: no page shows another colour first. */
function AccentStyles() {
  const accent = useRootData()?.accent
  return accent ? <style>{accent}</style> : null
}

function Frame({ children }: { children: ReactNode }) {
  useShownEntry()
  const { demo } = useStore()
  const takesCards = useTakesCards()
  return (
    <>
      <Header />
      <NavigationBar />
      {demo && (
        <aside className="demo-notice" aria-label={layoutTexts.demo}>
          <p className="wrap">
            <span>{demoNotice(takesCards)}</span>
          </p>
        </aside>
      )}
      <main id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  )
}

export default function App() {
  return (
    <AddToCartContext value={addPartsToCart}>
      <Outlet />
    </AddToCartContext>
  )
}

export { HydrateFallback } from './platform/ui/states.tsx'

/** The root's loader never revalidates: Retry reloads the page. */
export function ErrorBoundary() {
  return <ErrorPage onRetry={() => void reloadPage()} />
}
