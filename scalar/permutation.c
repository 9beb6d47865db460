/* SPDX-License-Identifier: MIT */
/* Tables of permutation.h. */
#include "permutation.h"

/* clang-format off */
#define PERMUTATION(V) \
    V(151) V(160) V(137) V(91) V(90) V(15) V(131) V(13) \
    V(201) V(95) V(96) V(53) V(194) V(233) V(7) V(225) \
    V(140) V(36) V(103) V(30) V(69) V(142) V(8) V(99) \
    V(37) V(240) V(21) V(10) V(23) V(190) V(6) V(148) \
    V(247) V(120) V(234) V(75) V(0) V(26) V(197) V(62) \
    V(94) V(252) V(219) V(203) V(117) V(35) V(11) V(32) \
    V(57) V(177) V(33) V(88) V(237) V(149) V(56) V(87) \
    V(174) V(20) V(125) V(136) V(171) V(168) V(68) V(175) \
    V(74) V(165) V(71) V(134) V(139) V(48) V(27) V(166) \
    V(77) V(146) V(158) V(231) V(83) V(111) V(229) V(122) \
    V(60) V(211) V(133) V(230) V(220) V(105) V(92) V(41) \
    V(55) V(46) V(245) V(40) V(244) V(102) V(143) V(54) \
    V(65) V(25) V(63) V(161) V(1) V(216) V(80) V(73) \
    V(209) V(76) V(132) V(187) V(208) V(89) V(18) V(169) \
    V(200) V(196) V(135) V(130) V(116) V(188) V(159) V(86) \
    V(164) V(100) V(109) V(198) V(173) V(186) V(3) V(64) \
    V(52) V(217) V(226) V(250) V(124) V(123) V(5) V(202) \
    V(38) V(147) V(118) V(126) V(255) V(82) V(85) V(212) \
    V(207) V(206) V(59) V(227) V(47) V(16) V(58) V(17) \
    V(182) V(189) V(28) V(42) V(223) V(183) V(170) V(213) \
    V(119) V(248) V(152) V(2) V(44) V(154) V(163) V(70) \
    V(221) V(153) V(101) V(155) V(167) V(43) V(172) V(9) \
    V(129) V(22) V(39) V(253) V(19) V(98) V(108) V(110) \
    V(79) V(113) V(224) V(232) V(178) V(185) V(112) V(104) \
    V(218) V(246) V(97) V(228) V(251) V(34) V(242) V(193) \
    V(238) V(210) V(144) V(12) V(191) V(179) V(162) V(241) \
    V(81) V(51) V(145) V(235) V(249) V(14) V(239) V(107) \
    V(49) V(192) V(214) V(31) V(181) V(199) V(106) V(157) \
    V(184) V(84) V(204) V(176) V(115) V(121) V(50) V(45) \
    V(127) V(4) V(150) V(254) V(138) V(236) V(205) V(93) \
    V(222) V(114) V(67) V(29) V(24) V(72) V(243) V(141) \
    V(128) V(195) V(78) V(66) V(215) V(61) V(156) V(180)
/* clang-format on */

/* Gradient g of 12, to the middle of an edge of a cube: (+-1, +-1, 0), (+-1, 0, +-1), (0, +-1,
 * +-1); bit 0 is the sign of the first that is not 0, bit 1 of the second. */
#define SIGN(g, bit)  ((g) & (bit) ? -1 : 1)
#define GRADIENT_X(g) ((g) < 8 ? SIGN(g, 1) : 0)
#define GRADIENT_Y(g) ((g) < 4 ? SIGN(g, 2) : (g) < 8 ? 0 : SIGN(g, 1))
#define GRADIENT_Z(g) ((g) < 4 ? 0 : SIGN(g, 2))

#define BYTE(v)    v,
#define SLOPE_X(v) GRADIENT_X((v) % 12),
#define SLOPE_Y(v) GRADIENT_Y((v) % 12),
#define SLOPE_Z(v) GRADIENT_Z((v) % 12),
#define SLOPES                                                                        \
    {                                                                                 \
        { PERMUTATION(SLOPE_X) }, { PERMUTATION(SLOPE_Y) }, { PERMUTATION(SLOPE_Z) }, \
    }

const uint8_t wn_permutation[256] = { PERMUTATION(BYTE) };
const double wn_permutation_f64[256] = { PERMUTATION(BYTE) };
const float wn_permutation_f32[256] = { PERMUTATION(BYTE) };
const double wn_simplex_slope_f64[3][256] = SLOPES;
const float wn_simplex_slope_f32[3][256] = SLOPES;
