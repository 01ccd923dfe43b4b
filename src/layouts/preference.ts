/**
 * The one inline script: the reader's theme and low-sight settings are on <html> before the first paint; `?vi=1` switches
 * the low-sight version on. A cookie without secrets tells that there may be a session: islands/page/account.ts then
 * asks who it is. The server's policy allows the script by its hash, so it is one constant string without anything of
 * the page in it. What it reads is written by stores/sight.ts and the server's http/cookies.ts.
 */
export const preferenceScript =
  "try{const d=document.documentElement.dataset;if(/(^|; )u=1(;|$)/.test(document.cookie))d.session='';const s=localStorage;if(!s.sight&&/vi=1/.test(location.search))s.sight='black-on-white 150';if(s.theme)d.theme=s.theme;if(s.sight){d.sight='usual';s.sight.split(' ').forEach((v,i)=>{if(v>'-')d[['sight','text','letters','lines','pictures','face'][i]]=v})}}catch{}";
