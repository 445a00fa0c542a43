import { MISSING_PAGE } from '#contract/missing-page.ts'

/**
 * Runs in the head before the first paint: the chosen theme, and whether a sign-in is stored,
 * so that neither flashes. An address that is not well formed becomes the one that the server answered for,
 * or the router would wake up another page here. Its text must stay free of imports; the server hashes it for the CSP.
 */
export const headScript = `(function(){try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(t==='dark'||t==='light')d.theme=t;if(localStorage.getItem('accessToken')||sessionStorage.getItem('accessToken'))d.session='in'}catch(e){}try{decodeURI(location.pathname);if(location.pathname.includes('//'))throw 0}catch(e){history.replaceState(null,'','${MISSING_PAGE}')}})()`
