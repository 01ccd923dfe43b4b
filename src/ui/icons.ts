import alertCircleFile from '@tabler/icons/outline/alert-circle.svg?raw';
import bellFile from '@tabler/icons/outline/bell.svg?raw';
import checkFile from '@tabler/icons/outline/check.svg?raw';
import chevronDownFile from '@tabler/icons/outline/chevron-down.svg?raw';
import circleCheckFile from '@tabler/icons/outline/circle-check.svg?raw';
import eyeFile from '@tabler/icons/outline/eye.svg?raw';
import eyeOffFile from '@tabler/icons/outline/eye-off.svg?raw';
import infoCircleFile from '@tabler/icons/outline/info-circle.svg?raw';
import logoutFile from '@tabler/icons/outline/logout.svg?raw';
import refreshFile from '@tabler/icons/outline/refresh.svg?raw';
import stethoscopeFile from '@tabler/icons/outline/stethoscope.svg?raw';
import userFile from '@tabler/icons/outline/user.svg?raw';
import usersFile from '@tabler/icons/outline/users.svg?raw';
import xFile from '@tabler/icons/outline/x.svg?raw';

/** The drawing inside a file of Tabler's set (MIT), without its frame. */
const drawing = (file: string) =>
  file.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>|<path stroke="none"[^>]*>|\s*\n\s*/g, '');

// Marked pure, so that an island carries only the icons that it names.
export const alertCircle = /* @__PURE__ */ drawing(alertCircleFile);
export const bell = /* @__PURE__ */ drawing(bellFile);
export const check = /* @__PURE__ */ drawing(checkFile);
export const chevronDown = /* @__PURE__ */ drawing(chevronDownFile);
export const circleCheck = /* @__PURE__ */ drawing(circleCheckFile);
export const eye = /* @__PURE__ */ drawing(eyeFile);
export const eyeOff = /* @__PURE__ */ drawing(eyeOffFile);
export const infoCircle = /* @__PURE__ */ drawing(infoCircleFile);
export const logout = /* @__PURE__ */ drawing(logoutFile);
export const refresh = /* @__PURE__ */ drawing(refreshFile);
export const stethoscope = /* @__PURE__ */ drawing(stethoscopeFile);
export const user = /* @__PURE__ */ drawing(userFile);
export const users = /* @__PURE__ */ drawing(usersFile);
export const x = /* @__PURE__ */ drawing(xFile);
