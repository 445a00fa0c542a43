import type { ReactNode } from 'react'
import {
  type ClientActionFunctionArgs,
  Links,
  type LinksFunction,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import { demoNotice, layoutTexts, textLanguage } from '#contract/platform/texts/layout.ts'
import type { Route } from './+types/root.ts'
import favicon from './favicon.svg?url'
import headFont from './fonts/sofia-sans-extra-condensed-latin-800-normal.woff2?url'
import textFont from './fonts/source-sans-3-latin-wght-normal.woff2?url'
import { orErrorPage } from './platform/api/load.ts'
import { apiContext } from './platform/api/server-api.ts'
import { type RootData, useStore, useTakesCards } from './platform/api/store-config.ts'
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
import { Footer, joinNewsletter } from './shell/footer.tsx'
import { Header, NavigationBar } from './shell/header.tsx'

export const links: LinksFunction = () => [{ rel: 'icon', href: favicon, type: 'image/svg+xml' }]

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData> {
  const config = await orErrorPage(context.get(apiContext).getConfig())
  return { config, origin: new URL(request.url).origin }
}

export async function clientAction({ request }: ClientActionFunctionArgs) {
  return joinNewsletter(await request.json())
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepPage]

/** The root's loader runs again only after a full page load. */
export function shouldRevalidate(): boolean {
  return false
}

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang={textLanguage} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script suppressHydrationWarning>{import.meta.env.SSR ? headScript() : ''}</script>
        <Meta />
        {[headFont, textFont].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Styles />
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

function Frame({ children }: { children: ReactNode }) {
  useShownEntry()
  const { demo } = useStore()
  const takesCards = useTakesCards()
  const hasNavigationBar = !/^\/(dashboard|editProfile)\b/.test(useLocation().pathname)
  return (
    <>
      <Header />
      {hasNavigationBar && <NavigationBar />}
      {demo && (
        <aside className="demo-notice" aria-label={layoutTexts.demo}>
          <p className="wrap">{demoNotice(takesCards)}</p>
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
  return <Outlet />
}

export { HydrateFallback } from './platform/ui/states.tsx'

/** The root's loader never revalidates: Retry reloads the page. */
export function ErrorBoundary() {
  return <ErrorPage onRetry={() => void reloadPage()} />
}
