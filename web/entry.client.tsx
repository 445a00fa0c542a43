import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { setAsideForeignElements } from './platform/layout/foreign-elements.ts'
import { navigationContext } from './platform/layout/lost-navigation.ts'
import { rememberPage } from './platform/layout/redrawn-page.ts'

const rememberedPage = rememberPage()
const putBackForeignElements = setAsideForeignElements()

function Page() {
  useEffect(() => {
    putBackForeignElements()
    rememberedPage.forget()
  }, [])
  return <HydratedRouter getContext={navigationContext} />
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Page />
    </StrictMode>,
    {
      onRecoverableError(error) {
        if (import.meta.env.DEV) console.error(error)
        rememberedPage.restore()
      },
    },
  )
})
