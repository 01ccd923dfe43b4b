/**
 * Every island by the name that its place has in `data-island`, and what a press or the page's own script begins.
 * loader.ts fetches this file with the first of them: the lists of the files that each needs weigh nothing before.
 */
import type { FunctionComponent } from 'react';
import type { FormProps } from '#app/account/FormProps.ts';
import type { CasesAudience } from '#app/cases/RequireRole.tsx';
import { importOrReload } from '#stores/importOrReload.ts';

/** Loads an island; what it gives begins it at a place, or does what the press of an element asks for. */
export type Island = () => Promise<(place: HTMLElement) => unknown>;
type Screen = () => Promise<FunctionComponent>;

let starting: Promise<typeof import('#app/account/start.ts')> | undefined;

/** Who reads, and what lies over the page for them: once on a page. */
const account = () =>
  (starting ??= import('#app/account/start.ts').then((start) => {
    try {
      start.startAccount();
    } catch (error) {
      // The file has come: loading it once more would not help.
      reportError(error);
    }
    return start;
  }));

/** A form of the entrance. */
const form =
  (load: () => Promise<FunctionComponent<FormProps>>): Island =>
  async () => {
    const [{ mountForm }] = await Promise.all([import('#app/account/mount.tsx'), account()]);
    return (place) => mountForm(place, load);
  };

/** A screen of the profile, or what the home page has of one. */
const profile =
  (load: Screen): Island =>
  async () => {
    const [{ renderScreen }, Screen] = await Promise.all([
      import('#app/lib/renderIsland.tsx'),
      load(),
      account(),
    ]);
    return (place) => renderScreen(place, Screen);
  };

/** A screen of the desk, fetched for those who may enter. */
const desk =
  (load: Screen, isForAdmins = false): Island =>
  async () => {
    const [{ openDesk }] = await Promise.all([import('#app/desk/desk.tsx'), account()]);
    return (place) => openDesk(place, () => importOrReload(load), isForAdmins);
  };

/** A screen of clinical cases, fetched once it is known who reads; others keep the words of the page. */
const cases =
  (load: Screen, audience: CasesAudience = 'doctors'): Island =>
  async () => {
    const { openCases } = await import('#app/cases/start.tsx');
    return (place) => openCases(place, () => importOrReload(load), audience);
  };

export const islands = {
  account: async () => {
    await account();
    return () => {};
  },
  follow: async () => {
    await account();
    return (await import('#app/account/follow.ts')).pressFollow;
  },
  'page/actions': async () => {
    const { act } = await import('./page/actions.ts');
    return (pressed) => act(pressed, import.meta.url);
  },
  'page/low-vision': async () => (await import('./low-vision/panel.ts')).openPanel,
  'page/captions': async () => (await import('./low-vision/panel.ts')).showCaptions,
  'page/contents': async () => (await import('./page/contents.ts')).markCurrentSection,
  'page/access': async () => (await import('./access/narrowing.ts')).narrowAccess,
  'page/over': async () => (await import('./access/over.ts')).hideOver,
  'page/list': async () => (await import('./lists/filter.ts')).startFilter,
  // The page as it was published, where the server would have drawn the comparison of this address.
  'page/undrawn': async () => (place) => {
    place.hidden = !new URLSearchParams(location.search).has('kind');
  },
  'search/results': async () => {
    const { fillResults } = await import('./search/overlay.ts');
    const kinds = document.getElementById('search-overlay')?.dataset['kinds'];
    return (place) => kinds && location.pathname === '/search/' && fillResults(place, kinds);
  },
  'page/guess': async () => (await import('./page/guess.ts')).guessPage,
  'page/recent': async () => (await import('./saved/recent.ts')).showRecent,
  'page/saved': async () => {
    const { loadList } = await import('./saved/save.ts');
    return (await loadList()).showSaved;
  },
  signs: async () => (await import('#app/signs/start.tsx')).mountSigns,

  'form/login': async () => {
    const [{ openLogin }] = await Promise.all([import('#app/account/login.ts'), account()]);
    return openLogin;
  },
  'form/doctor': form(async () => (await import('#app/account/DoctorForm.tsx')).DoctorForm),
  'form/partner': form(async () => (await import('#app/account/PartnerForm.tsx')).PartnerForm),
  'form/family': form(async () => (await import('#app/account/FamilyForm.tsx')).FamilyForm),
  'form/restore': form(async () => (await import('#app/account/RestoreForm.tsx')).RestoreForm),
  'form/restore-page': form(async () => (await import('#app/account/RestorePage.tsx')).RestorePage),
  'form/confirm': form(async () => (await import('#app/account/ConfirmForm.tsx')).ConfirmForm),
  'form/registered': form(async () => (await import('#app/account/Registered.tsx')).RegisteredInDialog),

  'page/today': profile(async () => (await import('#app/home/HomeToday.tsx')).HomeToday),
  'profile/main': profile(async () => (await import('#app/profile/MainScreen.tsx')).MainScreen),
  'profile/settings': profile(async () => (await import('#app/profile/SettingsScreen.tsx')).SettingsScreen),
  'profile/notifications': profile(
    async () => (await import('#app/profile/NotificationsScreen.tsx')).NotificationsScreen,
  ),
  'profile/subscribes': profile(
    async () => (await import('#app/profile/SubscribesScreen.tsx')).SubscribesScreen,
  ),
  'profile/application': profile(
    async () => (await import('#app/profile/ApplicationScreen.tsx')).ApplicationScreen,
  ),

  'cases/list': cases(async () => (await import('#app/cases/list/CaseList.tsx')).CaseList, 'readers'),
  'cases/found': cases(async () => (await import('#app/cases/list/Found.tsx')).Found, 'readers'),
  'cases/of-disease': cases(async () => (await import('#app/cases/list/OfDisease.tsx')).OfDisease, 'readers'),
  'cases/case': cases(async () => (await import('#app/cases/reading/CasePage.tsx')).CasePage, 'readers'),
  'cases/saved': cases(async () => (await import('#app/cases/saved/SavedCases.tsx')).SavedCases, 'readers'),
  'cases/own': cases(async () => (await import('#app/cases/own/OwnCases.tsx')).OwnCases),
  'cases/own-case': cases(async () => (await import('#app/cases/own/OwnCasePage.tsx')).OwnCasePage),
  'cases/editor': cases(async () => (await import('#app/cases/editor/CaseEditor.tsx')).CaseEditor),
  'cases/moderation': cases(async () => {
    // The frame of the desk around it has its counts.
    void importOrReload(() => import('#app/desk/desk.tsx')).then(({ openDesk }) => openDesk(null));
    return (await import('#app/cases/moderation/Moderation.tsx')).Moderation;
  }, 'editors'),

  'desk/overview': desk(async () => (await import('#app/desk/overview/Overview.tsx')).Overview),
  'desk/records': desk(async () => (await import('#app/desk/records/Records.tsx')).Records),
  'desk/record': desk(async () => (await import('#app/desk/record/RecordScreen.tsx')).RecordScreen),
  'desk/reading': desk(async () => (await import('#app/desk/reading/Reading.tsx')).Reading),
  'desk/imports': desk(async () => (await import('#app/desk/imports/Imports.tsx')).Imports),
  'desk/publication': desk(async () => (await import('#app/desk/publication/Publication.tsx')).Publication),
  'desk/inbox': desk(async () => (await import('#app/desk/inbox/Inbox.tsx')).Inbox),
  'desk/dictionaries': desk(
    async () => (await import('#app/desk/dictionaries/Dictionaries.tsx')).Dictionaries,
  ),
  'desk/calendar': desk(async () => (await import('#app/desk/calendar/Calendar.tsx')).Calendar),
  'desk/files': desk(async () => (await import('#app/desk/files/Files.tsx')).Files),
  'desk/broadcasts': desk(async () => (await import('#app/desk/broadcasts/Broadcasts.tsx')).Broadcasts),
  'desk/delivery': desk(async () => (await import('#app/desk/delivery/Delivery.tsx')).Delivery),
  'desk/users': desk(async () => (await import('#app/desk/users/Users.tsx')).Users, true),
  'desk/log': desk(async () => (await import('#app/desk/log/Log.tsx')).Log, true),
} satisfies Record<string, Island>;
export type IslandName = keyof typeof islands;
