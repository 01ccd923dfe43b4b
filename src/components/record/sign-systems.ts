/** Systems of organs in the order in which a page tells of them; a sign of several belongs to the first. */
export const systems = {
  nervous: 'Нервная система',
  eye: 'Глаза',
  ear: 'Уши и слух',
  blood: 'Кровь, селезёнка, иммунитет',
  cardiovascular: 'Сердце и сосуды',
  respiratory: 'Дыхание',
  digestive: 'Пищеварение',
  urogenital: 'Почки, мочевые и половые органы',
  endocrine: 'Гормоны',
  skin: 'Кожа, волосы, ногти',
  bones: 'Кости, суставы, мышцы',
  face: 'Голова, лицо, шея',
  tumours: 'Опухоли',
  metabolism: 'Обмен веществ, анализы',
  growth: 'Рост',
  birth: 'Беременность и рождение',
  general: 'Общие признаки',
} as const;
export type System = keyof typeof systems;
export const systemOrder = Object.keys(systems) as System[];

/** What stands below «Phenotypic abnormality» in HPO (release 2024-08-13), by number. */
export const systemRoots = {
  nervous: [707],
  eye: [478],
  ear: [598],
  cardiovascular: [1626],
  respiratory: [2086, 45027],
  digestive: [25031],
  urogenital: [119, 769],
  blood: [1871, 2715],
  endocrine: [818],
  skin: [1574],
  bones: [33127, 40064],
  face: [152],
  tumours: [2664],
  metabolism: [1939],
  growth: [1507],
  birth: [1197],
  general: [25142, 1608, 25354],
} as const satisfies Record<System, readonly number[]>;
