import adjustments from '@tabler/icons/outline/adjustments.svg?raw';
import alertTriangle from '@tabler/icons/outline/alert-triangle.svg?raw';
import bell from '@tabler/icons/outline/bell.svg?raw';
import book2 from '@tabler/icons/outline/book-2.svg?raw';
import books from '@tabler/icons/outline/books.svg?raw';
import buildingHospital from '@tabler/icons/outline/building-hospital.svg?raw';
import calendar from '@tabler/icons/outline/calendar.svg?raw';
import chartDots from '@tabler/icons/outline/chart-dots.svg?raw';
import chevronLeft from '@tabler/icons/outline/chevron-left.svg?raw';
import chevronRight from '@tabler/icons/outline/chevron-right.svg?raw';
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw';
import clock from '@tabler/icons/outline/clock.svg?raw';
import copy from '@tabler/icons/outline/copy.svg?raw';
import database from '@tabler/icons/outline/database.svg?raw';
import dna2 from '@tabler/icons/outline/dna-2.svg?raw';
import download from '@tabler/icons/outline/download.svg?raw';
import eye from '@tabler/icons/outline/eye.svg?raw';
import fileImport from '@tabler/icons/outline/file-import.svg?raw';
import fileText from '@tabler/icons/outline/file-text.svg?raw';
import fileUpload from '@tabler/icons/outline/file-upload.svg?raw';
import flask from '@tabler/icons/outline/flask.svg?raw';
import gavel from '@tabler/icons/outline/gavel.svg?raw';
import handStop from '@tabler/icons/outline/hand-stop.svg?raw';
import history from '@tabler/icons/outline/history.svg?raw';
import inbox from '@tabler/icons/outline/inbox.svg?raw';
import infoCircle from '@tabler/icons/outline/info-circle.svg?raw';
import layoutDashboard from '@tabler/icons/outline/layout-dashboard.svg?raw';
import link from '@tabler/icons/outline/link.svg?raw';
import list from '@tabler/icons/outline/list.svg?raw';
import lock from '@tabler/icons/outline/lock.svg?raw';
import mail from '@tabler/icons/outline/mail.svg?raw';
import mapPin from '@tabler/icons/outline/map-pin.svg?raw';
import menu2 from '@tabler/icons/outline/menu-2.svg?raw';
import microscope from '@tabler/icons/outline/microscope.svg?raw';
import news from '@tabler/icons/outline/news.svg?raw';
import phone from '@tabler/icons/outline/phone.svg?raw';
import pill from '@tabler/icons/outline/pill.svg?raw';
import playerPlay from '@tabler/icons/outline/player-play.svg?raw';
import plus from '@tabler/icons/outline/plus.svg?raw';
import printer from '@tabler/icons/outline/printer.svg?raw';
import quote from '@tabler/icons/outline/quote.svg?raw';
import rss from '@tabler/icons/outline/rss.svg?raw';
import rocket from '@tabler/icons/outline/rocket.svg?raw';
import school from '@tabler/icons/outline/school.svg?raw';
import search from '@tabler/icons/outline/search.svg?raw';
import share3 from '@tabler/icons/outline/share-3.svg?raw';
import shieldCheck from '@tabler/icons/outline/shield-check.svg?raw';
import squareCheck from '@tabler/icons/outline/square-check.svg?raw';
import stethoscope from '@tabler/icons/outline/stethoscope.svg?raw';
import sunMoon from '@tabler/icons/outline/sun-moon.svg?raw';
import table from '@tabler/icons/outline/table.svg?raw';
import timeline from '@tabler/icons/outline/timeline.svg?raw';
import user from '@tabler/icons/outline/user.svg?raw';
import users from '@tabler/icons/outline/users.svg?raw';
import x from '@tabler/icons/outline/x.svg?raw';

/** The drawing inside a file of the set, without its frame, as one path: pages have many icons. */
const drawing = (file: string): string =>
  file
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace('</svg>', '')
    .replace(/<path stroke="none"[^>]*>/, '')
    .replace(/\s*\n\s*/g, '')
    .replaceAll(' />', '/>')
    .replaceAll('"/><path d="M', 'M');

/** Icons in use, by their names in Tabler's set (MIT): https://tabler.io/icons */
export const icons = {
  adjustments: drawing(adjustments),
  'alert-triangle': drawing(alertTriangle),
  bell: drawing(bell),
  'book-2': drawing(book2),
  books: drawing(books),
  'building-hospital': drawing(buildingHospital),
  calendar: drawing(calendar),
  'chart-dots': drawing(chartDots),
  'chevron-left': drawing(chevronLeft),
  'chevron-right': drawing(chevronRight),
  'circle-check': drawing(circleCheck),
  clock: drawing(clock),
  copy: drawing(copy),
  database: drawing(database),
  'dna-2': drawing(dna2),
  download: drawing(download),
  eye: drawing(eye),
  'file-import': drawing(fileImport),
  'file-upload': drawing(fileUpload),
  'file-text': drawing(fileText),
  flask: drawing(flask),
  gavel: drawing(gavel),
  'hand-stop': drawing(handStop),
  history: drawing(history),
  inbox: drawing(inbox),
  'info-circle': drawing(infoCircle),
  'layout-dashboard': drawing(layoutDashboard),
  link: drawing(link),
  list: drawing(list),
  lock: drawing(lock),
  mail: drawing(mail),
  'map-pin': drawing(mapPin),
  'menu-2': drawing(menu2),
  microscope: drawing(microscope),
  news: drawing(news),
  phone: drawing(phone),
  pill: drawing(pill),
  'player-play': drawing(playerPlay),
  plus: drawing(plus),
  printer: drawing(printer),
  quote: drawing(quote),
  rss: drawing(rss),
  rocket: drawing(rocket),
  school: drawing(school),
  search: drawing(search),
  'share-3': drawing(share3),
  'shield-check': drawing(shieldCheck),
  'square-check': drawing(squareCheck),
  stethoscope: drawing(stethoscope),
  'sun-moon': drawing(sunMoon),
  table: drawing(table),
  timeline: drawing(timeline),
  user: drawing(user),
  users: drawing(users),
  x: drawing(x),
};
export type IconName = keyof typeof icons;
