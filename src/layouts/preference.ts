/**
 * The one inline script: the reader's theme and low-vision settings are on <html> before the first paint; `?vi=1` switches
 * the low-vision version on. A cookie without secrets tells that there may be a session: browser/page/account.ts then
 * asks who it is. The server's policy allows the script by its hash, so it is one constant string without anything of
 * the page in it. What it reads is written by stores/low-vision.ts and the server's http/cookies.ts.
 */
export const preferenceScript =
  "try{const d=document.documentElement.dataset;if(/(^|; )u=1(;|$)/.test(document.cookie))d.session='';const s=localStorage;if(!s.sight&&/vi=1/.test(location.search))s.sight='black-on-white 150';if(s.theme)d.theme=s.theme;if(s.sight){d.lowVision='usual';s.sight.split(' ').forEach((v,i)=>{if(v>'-')d[['lowVision','text','letters','lines','pictures','face'][i]]=v})}}catch{}";
